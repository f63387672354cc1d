import { can } from '../access/can'
import { nobody } from '../access/nobody'
import { dropTextPages } from '../hooks/drop-pages'
import { refuseStale } from '../hooks/refuse-stale'
import { textPages } from '../domain/text-page'
import { env } from '../env'
import { defineCollection } from './define-collection'

/** The texts of the static pages (/about, /privacy-policy …). One row a page, made by the seed; staff change the words. */
export const Pages = defineCollection({
  slug: 'pages',
  labels: { singular: 'Page', plural: 'Pages' },
  admin: { useAsTitle: 'title', defaultColumns: ['title', 'slug', 'updatedAt'], group: 'Words' },
  access: {
    admin: can('pages:write'), create: nobody, read: can('pages:write'), update: can('pages:write'), delete: nobody, readVersions: nobody, unlock: nobody,
  },
  fields: [
    { name: 'guard', type: 'ui', admin: { components: { Field: { path: '/src/admin/parts/drawer-guard#DrawerGuard', clientProps: { timeZone: env.SHOP_TIME_ZONE } } } } },
    { name: 'slug', type: 'select', required: true, unique: true, options: [...textPages], access: { update: nobody }, admin: { readOnly: true } },
    { name: 'title', type: 'text', required: true, maxLength: 160 },
    { name: 'lead', type: 'textarea', maxLength: 600 },
    { name: 'body', type: 'richText' },
    {
      name: 'questions', type: 'array', labels: { singular: 'Question', plural: 'Questions' },
      fields: [{ name: 'question', type: 'text', required: true, maxLength: 300 }, { name: 'answer', type: 'richText', required: true }],
    },
    { name: 'seoDescription', type: 'textarea', maxLength: 300 },
  ],
  hooks: { beforeValidate: [refuseStale], afterChange: [dropTextPages] },
})
