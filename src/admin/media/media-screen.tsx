import { TextLink } from '@/admin/form/button'
import { Link } from '@payloadcms/ui'
import { LayoutGrid, List } from 'lucide-react'
import { redirect } from 'next/navigation'

import { EmptyState, NoResults } from '@/admin/list/empty-state'
import { ListFilters } from '@/admin/list/list-filters'
import { Pagination } from '@/admin/list/pagination'
import { StatCard, StatRow } from '@/admin/list/stat-card'
import { defineScreen } from '@/admin/screen'
import { formatDate } from '@/admin/shell/format-dates'
import { pluralize } from '@/admin/shell/pluralize'
import { getMediaMetrics, listMedia, type MediaMetrics } from '@/modules/media/queries/list-media'
import { fileTypeLabels, fileTypes, formatFileSize } from '@/modules/media/rules/media-files'

import { MediaLibrary } from './media-library'
import {
  mediaListHref,
  type MediaListParams,
  mediaPageSize,
  parseMediaListParams,
} from './media-list-params'

const number = new Intl.NumberFormat('en-US')

const Figures = ({ figures }: { figures: MediaMetrics }) => (
  <div className="df-figures">
    <StatRow>
      <StatCard
        label="Total files"
        figure={number.format(figures.total)}
        counted="Everything in the library, without the trash."
      />
      <StatCard
        label="Images"
        figure={number.format(figures.images)}
        note={
          figures.withoutAlt > 0 ? (
            <TextLink href="/admin/media?show=without-alt">
              {figures.withoutAlt} without alt text
            </TextLink>
          ) : undefined
        }
        counted="Pictures, each counted once whatever its sizes."
      />
      <StatCard
        label="Videos"
        figure={number.format(figures.videos)}
        counted="Films in the library, without the trash."
      />
      <StatCard
        label="Documents"
        figure={number.format(figures.documents)}
        note={figures.audio > 0 ? `and ${pluralize(figures.audio, 'recording')}` : undefined}
        counted="PDF and Word files. Recordings are counted beside them."
      />
      <StatCard
        label="Storage used"
        figure={formatFileSize(figures.bytes)}
        note={
          figures.inTrash > 0 ? (
            <TextLink href="/admin/media?show=trash">{figures.inTrash} in the trash</TextLink>
          ) : undefined
        }
        counted="The size of every file, trash included. Of a picture its largest version counts; the smaller ones made from it come on top."
      />
    </StatRow>
  </div>
)

const Toggle = ({ params }: { params: MediaListParams }) => (
  <nav aria-label="Layout" className="df-media-toggle">
    {(
      [
        ['grid', 'Grid', LayoutGrid],
        ['list', 'List', List],
      ] as const
    ).map(([view, label, Icon]) => (
      <Link
        key={view}
        href={mediaListHref({ ...params, view })}
        prefetch={false}
        aria-label={label}
        aria-current={params.view === view ? 'true' : undefined}
      >
        <Icon aria-hidden size={19} strokeWidth={1.6} />
      </Link>
    ))}
  </nav>
)

const Nothing = ({ params: { search, type, show } }: { params: MediaListParams }) => {
  if (show === 'trash' && !search && !type)
    return (
      <EmptyState emblem="this-too-moves" title="The trash is empty">
        What is deleted stays here for 30 days and can be brought back.
      </EmptyState>
    )
  if (show === 'without-alt' && !search && !type)
    return (
      <EmptyState emblem="first-light" title="Every picture is described">
        Thank you. Somebody who does not see them reads what they show.
      </EmptyState>
    )
  if (search || type || show)
    return (
      <NoResults title="No file fits" href="/admin/media">
        Try fewer letters of the name, the alt text or the caption.
      </NoResults>
    )
  return (
    <EmptyState emblem="first-light" title="No files yet">
      Drop pictures anywhere on this page, or use Upload.
    </EmptyState>
  )
}

export const MediaScreen = defineScreen({
  requires: 'media:write',
  show: async ({ payload, query }) => {
    const params = parseMediaListParams(query)
    const [list, figures, { mediaMaxMegabytes }] = await Promise.all([
      listMedia(payload, { ...params, limit: mediaPageSize }),
      getMediaMetrics(payload),
      payload.findGlobal({ slug: 'shop-settings', depth: 0, select: { mediaMaxMegabytes: true } }),
    ])
    if (list.rows.length === 0 && list.total > 0)
      redirect(mediaListHref({ ...params, page: list.pages }))
    return {
      title: 'Media library',
      lead:
        params.show === 'trash'
          ? `${pluralize(list.total, 'file')} in the trash. After 30 days they are gone for good.`
          : `${pluralize(list.total, 'file')}${params.search || params.type || params.show ? ' found' : ''}.`,
      children: (
        <>
          <Figures figures={figures} />
          <div className="df-media-tools">
            <ListFilters
              key={mediaListHref(params)}
              action="/admin/media"
              label="Media"
              placeholder="Name, alt text or caption"
              search={params.search}
              keep={{ view: params.view === 'grid' ? '' : params.view }}
              selects={[
                {
                  name: 'type',
                  label: 'File type',
                  value: params.type,
                  usual: '',
                  options: [
                    ['', 'All types'],
                    ...fileTypes.map(
                      (type) =>
                        [type, `${fileTypeLabels[type]}${type === 'audio' ? '' : 's'}`] as const,
                    ),
                  ],
                },
                {
                  name: 'show',
                  label: 'Show',
                  value: params.show,
                  usual: '',
                  options: [
                    ['', 'In the library'],
                    ['without-alt', 'Without alt text'],
                    ['trash', 'Trash'],
                  ],
                },
              ]}
            />
            <Toggle params={params} />
          </div>
          <MediaLibrary
            files={list.rows.map((file) => ({ ...file, added: formatDate(file.createdAt) }))}
            view={params.view}
            maxMegabytes={mediaMaxMegabytes}
            isUploading={query.upload === '1'}
          >
            {list.total === 0 ? <Nothing params={params} /> : null}
          </MediaLibrary>
          {list.total > 0 ? (
            <section className="df-panel">
              <Pagination
                page={list.page}
                pages={list.pages}
                limit={mediaPageSize}
                total={list.total}
                href={(page) => mediaListHref({ ...params, page })}
              />
            </section>
          ) : null}
        </>
      ),
    }
  },
})
