import type { ApiOperation, ApiResponse, JsonSchema } from '@/modules/shop/queries/openapi-document'
import { Icon } from '@/ui/icon'

import { curlExample } from './curl-example'
import { SchemaRows, SchemaTable } from './schema-table'

type Props = {
  method: string
  path: string
  operation: ApiOperation
  site: string
  schemas: Record<string, JsonSchema>
  responses: Record<string, ApiResponse>
}

const title = 'mt-5 mb-2 font-sans text-small font-semibold text-ink-mute'

/** One call, closed until somebody wants to know more; opens without script. */
export function ApiOperationDetails({ method, path, operation, site, schemas, responses }: Props) {
  const {
    operationId,
    summary,
    description,
    parameters = [],
    requestBody,
    responses: answers,
  } = operation
  const form = requestBody?.content['multipart/form-data']
  const bodySchema = form?.schema ?? requestBody?.content['application/json']?.schema
  const done = answers[200]?.content?.['application/json']?.schema
  return (
    <details id={operationId} className="group border-t border-line last:border-b">
      <summary className="grid gap-x-5 gap-y-1 py-4 hover:bg-sunken max-sm:grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-[minmax(0,1fr)_auto_auto] sm:items-baseline">
        <span className="min-w-0">
          <code className="mr-3 inline-block min-w-14 font-semibold text-fern">
            {method.toUpperCase()}
          </code>
          <code className="wrap-anywhere">{path}</code>
        </span>
        <span className="text-small text-ink-soft sm:max-w-[26rem] max-sm:row-start-2 sm:text-right">
          {summary}
        </span>
        <Icon
          name="down"
          className="size-4.5 self-center transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="pb-8">
        {description ? <p className="mt-2 text-ink-soft">{description}</p> : null}
        {parameters.length > 0 ? (
          <>
            <h3 className={title}>Parameters</h3>
            <SchemaRows
              caption={`Parameters of ${summary}`}
              rows={parameters.map(({ name, schema, required, description: note }) => ({
                name,
                schema,
                isRequired: required,
                note,
              }))}
            />
          </>
        ) : null}
        {requestBody && bodySchema ? (
          <>
            <h3 className={title}>
              Body ({form ? 'a form with a file' : 'JSON'})
              {requestBody.required ? '' : ', may be left out'}
            </h3>
            <SchemaTable schema={bodySchema} caption={`Body of ${summary}`} />
          </>
        ) : null}
        {done ? (
          <>
            <h3 className={title}>Answer</h3>
            <SchemaTable schema={done} caption={`Answer of ${summary}`} />
          </>
        ) : null}
        <h3 className={title}>Statuses</h3>
        <ul className="grid gap-1 text-small">
          {Object.entries(answers).map(([status, { $ref, description: meaning }]) => (
            <li key={status} className="grid grid-cols-[3rem_minmax(0,1fr)]">
              <code className="font-semibold">{status}</code>
              <span className="text-ink-soft">
                {meaning ?? ($ref ? responses[status]?.description : '')}
              </span>
            </li>
          ))}
        </ul>
        <h3 className={title}>Example</h3>
        <pre
          tabIndex={0}
          aria-label={`Example: ${summary}`}
          className="overflow-x-auto rounded-block bg-sunken p-4 text-small/[1.6]"
        >
          <code>{curlExample(site, method, path, operation, schemas)}</code>
        </pre>
      </div>
    </details>
  )
}
