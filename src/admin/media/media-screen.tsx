import { Link } from '@payloadcms/ui'
import { LayoutGrid, List } from 'lucide-react'
import { redirect } from 'next/navigation'
import { fileTypeLabels, fileTypes, formatFileSize } from '../../domain/media'
import { getMediaFigures, listMedia, type MediaFigures } from '../../queries/admin-media'
import { counted } from '../parts/counted'
import { formatDate } from '../parts/dates'
import { Empty } from '../parts/empty'
import { Filters } from '../parts/filters'
import { NoneFound } from '../parts/none-found'
import { Pagination } from '../parts/pagination'
import { StatCard, StatRow } from '../parts/stat-card'
import { screen } from '../screen'
import { MediaLibrary } from './media-library'
import { mediaHref, type MediaParams, mediaPerPage, parseMediaParams } from './media-params'

const number = new Intl.NumberFormat('en-US')

const Figures = ({ figures }: { figures: MediaFigures }) => (
  <div className="df-figures"><StatRow>
    <StatCard label="Total files" figure={number.format(figures.total)} counted="Everything in the library, without the trash." />
    <StatCard label="Images" figure={number.format(figures.images)} note={figures.withoutAlt > 0 ? <Link className="df-quiet-link" href="/admin/media?show=without-alt" prefetch={false}>{figures.withoutAlt} without alt text</Link> : undefined} counted="Pictures, each counted once whatever its sizes." />
    <StatCard label="Videos" figure={number.format(figures.videos)} counted="Films in the library, without the trash." />
    <StatCard label="Documents" figure={number.format(figures.documents)} note={figures.audio > 0 ? `and ${counted(figures.audio, 'recording')}` : undefined} counted="PDF and Word files. Recordings are counted beside them." />
    <StatCard label="Storage used" figure={formatFileSize(figures.bytes)} note={figures.inTrash > 0 ? <Link className="df-quiet-link" href="/admin/media?show=trash" prefetch={false}>{figures.inTrash} in the trash</Link> : undefined} counted="The size of every file, trash included. Of a picture its largest version counts; the smaller ones made from it come on top." />
  </StatRow></div>
)

const Toggle = ({ params }: { params: MediaParams }) => (
  <nav aria-label="Layout" className="df-media-toggle">
    {([['grid', 'Grid', LayoutGrid], ['list', 'List', List]] as const).map(([view, label, Icon]) => (
      <Link key={view} href={mediaHref({ ...params, view })} prefetch={false} aria-label={label} aria-current={params.view === view ? 'true' : undefined}><Icon aria-hidden size={19} strokeWidth={1.6} /></Link>
    ))}
  </nav>
)

const Nothing = ({ params: { search, type, show } }: { params: MediaParams }) => {
  if (show === 'trash' && !search && !type) return <Empty emblem="this-too-moves" title="The trash is empty">What is deleted stays here for 30 days and can be brought back.</Empty>
  if (show === 'without-alt' && !search && !type) return <Empty emblem="first-light" title="Every picture is described">Thank you. Somebody who does not see them reads what they show.</Empty>
  if (search || type || show)
    return <NoneFound title="No file fits" href="/admin/media">Try fewer letters of the name, the alt text or the caption.</NoneFound>
  return <Empty emblem="first-light" title="No files yet">Drop pictures anywhere on this page, or use Upload.</Empty>
}

export const MediaScreen = screen({
  requires: 'media:write',
  show: async ({ payload, query }) => {
    const params = parseMediaParams(query)
    const [list, figures, { mediaMaxMegabytes }] = await Promise.all([
      listMedia(payload, { ...params, limit: mediaPerPage }), getMediaFigures(payload), payload.findGlobal({ slug: 'shop-settings', depth: 0, select: { mediaMaxMegabytes: true } }),
    ])
    if (list.files.length === 0 && list.total > 0) redirect(mediaHref({ ...params, page: list.pages }))
    return {
      title: 'Media library',
      lead: params.show === 'trash' ? `${counted(list.total, 'file')} in the trash. After 30 days they are gone for good.` : `${counted(list.total, 'file')}${params.search || params.type || params.show ? ' found' : ''}.`,
      children: (
        <>
          <Figures figures={figures} />
          <div className="df-media-tools">
            <Filters
              key={mediaHref(params)} action="/admin/media" label="Media" placeholder="Name, alt text or caption" search={params.search} keep={{ view: params.view === 'grid' ? '' : params.view }}
              selects={[
                { name: 'type', label: 'File type', value: params.type, usual: '', options: [['', 'All types'], ...fileTypes.map((type) => [type, `${fileTypeLabels[type]}${type === 'audio' ? '' : 's'}`] as const)] },
                { name: 'show', label: 'Show', value: params.show, usual: '', options: [['', 'In the library'], ['without-alt', 'Without alt text'], ['trash', 'Trash']] },
              ]}
            />
            <Toggle params={params} />
          </div>
          <MediaLibrary files={list.files.map((file) => ({ ...file, added: formatDate(file.createdAt) }))} view={params.view} maxMegabytes={mediaMaxMegabytes} isUploading={query.upload === '1'}>
            {list.total === 0 ? <Nothing params={params} /> : null}
          </MediaLibrary>
          {list.total > 0 ? <section className="df-panel"><Pagination page={list.page} pages={list.pages} limit={mediaPerPage} total={list.total} href={(page) => mediaHref({ ...params, page })} /></section> : null}
        </>
      ),
    }
  },
})
