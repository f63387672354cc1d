'use client'
import { SlidersHorizontal } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'

import { Button, PanelLink } from '@/admin/form/button'
import { retriable } from '@/admin/retriable'
import { listPaths } from '@/modules/accounts/rules/list-names'

import type { ListViewsProps } from './list-params'

const ViewsDialog = dynamic(
  retriable(() => import('./views-dialog').then((loaded) => loaded.ViewsDialog)),
)

const ManageButton = (props: ListViewsProps) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="ghost" small icon={SlidersHorizontal} onClick={() => setIsOpen(true)}>
        {props.columns ? 'Views and columns' : 'Saved views'}
      </Button>
      {isOpen ? <ViewsDialog {...props} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}

/** On a phone, the button is below the list, so that the list starts within the first screen. */
export function ListViewsBelow(props: ListViewsProps) {
  return (
    <div className="df-views__below">
      <ManageButton {...props} />
    </div>
  )
}

/** The user’s saved views of a list as links, and the button that manages them and the columns. */
export function ListViews(props: ListViewsProps) {
  const { list, preferences, query } = props
  const { views } = preferences
  return (
    <div className="df-views">
      {views.length > 0 ? (
        <nav aria-label="Saved views">
          <ul>
            {views.map((view) => (
              <li key={view.id}>
                <PanelLink
                  href={`${listPaths[list]}?${view.query}`}
                  aria-current={view.query === query ? 'page' : undefined}
                >
                  {view.name}
                </PanelLink>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
      <ManageButton {...props} />
    </div>
  )
}
