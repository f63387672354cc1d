import type { ReactNode } from 'react'

import type { JsonSchema } from '@/modules/shop/queries/openapi-document'

const nameOf = (ref: string): string => ref.split('/').at(-1) ?? ''

/** What a value is, in few words; schemas that have a name are links to it. */
function schemaTypeLabel(schema: JsonSchema): ReactNode {
  if (schema.$ref)
    return <a href={`/api/docs/shapes#shape-${nameOf(schema.$ref)}`}>{nameOf(schema.$ref)}</a>
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum)
    return schema.enum
      .filter((value) => value !== '')
      .map((value) => JSON.stringify(value))
      .join(' | ')
  const choices = (schema.anyOf ?? schema.oneOf)?.filter((one) => one.const !== '')
  if (choices)
    return choices.map((one, index) => (
      <span key={index}>
        {index > 0 ? ' or ' : ''}
        {schemaTypeLabel(one)}
      </span>
    ))
  if (schema.type === 'array')
    return <>list of {schema.items ? schemaTypeLabel(schema.items) : 'anything'}</>
  if (schema.type === 'object' && !schema.properties)
    return typeof schema.additionalProperties === 'object' ? (
      <>map of {schemaTypeLabel(schema.additionalProperties)}</>
    ) : (
      'object'
    )
  const kinds = [schema.type ?? 'anything']
    .flat()
    .map((type) =>
      type === 'null' ? 'null' : schema.format && type === 'string' ? schema.format : type,
    )
  return kinds.join(' or ')
}

const bounds = ({
  minimum,
  maximum,
  minLength,
  maxLength,
  minItems,
  maxItems,
  default: fallback,
}: JsonSchema): string =>
  [
    minimum !== undefined && minimum > -1e15 ? `from ${minimum}` : '',
    maximum !== undefined && maximum < 1e15 ? `up to ${maximum}` : '',
    minLength ? `at least ${minLength} characters` : '',
    maxLength !== undefined ? `up to ${maxLength} characters` : '',
    minItems ? `at least ${minItems}` : '',
    maxItems !== undefined ? `up to ${maxItems}` : '',
    fallback !== undefined && fallback !== '' ? `${JSON.stringify(fallback)} by default` : '',
  ]
    .filter(Boolean)
    .join(', ')

type SchemaRow = { name: string; schema: JsonSchema; isRequired: boolean; note?: string }

/** Nested fields are listed with their path. */
const rowsOf = (schema: JsonSchema, path = ''): SchemaRow[] =>
  Object.entries(schema.properties ?? {}).flatMap(([key, field]) => {
    const name = path + key
    const inner = field.type === 'array' ? field.items : field
    return [
      { name, schema: field, isRequired: schema.required?.includes(key) ?? false },
      ...(inner?.properties ? rowsOf(inner, `${name}${field.type === 'array' ? '[]' : ''}.`) : []),
    ]
  })

export function SchemaRows({ rows, caption }: { rows: SchemaRow[]; caption: string }) {
  return (
    <table className="api-table">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Type</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, schema, isRequired, note }) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
              {isRequired ? null : <small>optional</small>}
            </th>
            <td>
              <code>{schemaTypeLabel(schema)}</code>
              {bounds(schema) ? <span>, {bounds(schema)}</span> : null}
              {note || schema.description ? <p>{note ?? schema.description}</p> : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The fields of a schema; one without fields shows its type. */
export function SchemaTable({ schema, caption }: { schema: JsonSchema; caption: string }) {
  const rows = rowsOf(schema.type === 'array' && schema.items ? schema.items : schema)
  return (
    <>
      {schema.description ? <p className="mb-3 text-ink-soft">{schema.description}</p> : null}
      {schema.type === 'array' || rows.length === 0 ? (
        <p className="mb-2 text-small">
          <code className="wrap-anywhere">{schemaTypeLabel(schema)}</code>
        </p>
      ) : null}
      {rows.length > 0 ? <SchemaRows rows={rows} caption={caption} /> : null}
    </>
  )
}
