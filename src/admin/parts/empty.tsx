import type { ReactNode } from 'react'

/** Nothing here, said kindly: an emblem, a title, one sentence, at most one way on. */
export const Empty = ({ emblem, title, children, action }: { emblem: string; title: string; children: ReactNode; action?: ReactNode }) => (
  <div className="df-empty">
    <img className="df-by-day" src={`/brand/emblems/${emblem}-fir.webp`} alt="" width={136} height={136} />
    <img className="df-at-dusk" src={`/brand/emblems/${emblem}-bone.webp`} alt="" width={136} height={136} />
    <h2>{title}</h2>
    <p>{children}</p>
    {action}
  </div>
)
