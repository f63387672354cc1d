import type { CollectionConfig } from 'payload'

/** The editor page of content and pages (admin/document). Versions have a screen of their own. */
export const documentPageComponents: NonNullable<CollectionConfig['admin']>['components'] = {
  edit: { SaveButton: '/src/admin/document/save-button#SaveButton' },
  views: { edit: { root: { Component: '/src/admin/document/document-page#DocumentPage' } } },
}
