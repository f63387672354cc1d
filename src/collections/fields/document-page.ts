import type { CollectionConfig, Field, UnnamedGroupField } from 'payload'

/** The editor page of content and pages (admin/document). Versions have a screen of their own. */
export const documentPageComponents: NonNullable<CollectionConfig['admin']>['components'] = {
  edit: { SaveButton: '/src/admin/document/save-button#SaveButton' },
  views: { edit: { root: { Component: '/src/admin/document/document-page#DocumentPage' } } },
}

/** A section of the panel beside the text. */
export function sidePanelSection(label: string, fields: Field[]): UnnamedGroupField {
  return {
    type: 'group',
    label,
    admin: {
      position: 'sidebar',
      className: 'df-panel-section',
      components: {
        Label: {
          path: '/src/admin/document/document-page#SectionTitle',
          clientProps: { text: label },
        },
      },
    },
    fields,
  }
}
