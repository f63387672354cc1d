import type { ReactNode } from 'react'

import { keyboardScrollable } from '@/components/keyboard-scrollable'
import type { ApiDocument, JsonSchema } from '@/modules/shop/queries/openapi-document'
import { Icon } from '@/ui/icon'

import type { ApiCall } from './api-resources'
import { curlExample } from './curl-example'
import { SchemaRows, SchemaTable } from './schema-table'

type Props = ApiCall & {
  site: string
  components: Pick<ApiDocument['components'], 'schemas' | 'responses'>
}

const Part = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <>
    <h2 className="mt-5 mb-2 font-sans text-small font-semibold text-ink-mute">{title}</h2>
    {children}
  </>
)

const CallSummary = ({ method, path, operation }: ApiCall) => (
  <summary className="grid gap-x-5 gap-y-1 py-4 hover:bg-sunken max-sm:grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-[minmax(0,1fr)_auto_auto] sm:items-baseline">
    <span className="min-w-0">
      <code className="mr-3 inline-block min-w-14 font-semibold text-fern">
        {method.toUpperCase()}
      </code>
      <code className="wrap-anywhere">{path}</code>
    </span>
    <span className="text-small text-ink-soft max-sm:row-start-2 sm:max-w-[26rem] sm:text-right">
      {operation.summary}
    </span>
    <Icon name="down" className="size-4.5 self-center transition-transform group-open:rotate-180" />
  </summary>
)

const CallInput = ({ operation }: Pick<ApiCall, 'operation'>) => {
  const { summary, parameters = [], requestBody } = operation
  const form = requestBody?.content['multipart/form-data']
  const bodySchema = form?.schema ?? requestBody?.content['application/json']?.schema
  return (
    <>
      {parameters.length > 0 ? (
        <Part title="Parameters">
          <SchemaRows
            caption={`Parameters of ${summary}`}
            rows={parameters.map(({ name, schema, required, description: note }) => ({
              name,
              schema,
              isRequired: required,
              note,
            }))}
          />
        </Part>
      ) : null}
      {requestBody && bodySchema ? (
        <Part
          title={`Body (${form ? 'a form with a file' : 'JSON'})${requestBody.required ? '' : ', optional'}`}
        >
          <SchemaTable schema={bodySchema} caption={`Body of ${summary}`} />
        </Part>
      ) : null}
    </>
  )
}

const responseSchema = ({ responses }: ApiCall['operation']): JsonSchema | undefined =>
  (responses[200] ?? responses[201])?.content?.['application/json']?.schema

/** One call, collapsed at first; it expands without script, also by a link to its id. */
export function ApiCallDetails({ method, path, operation, site, components }: Props) {
  const { operationId, summary, description, responses } = operation
  const schema = responseSchema(operation)
  return (
    <details className="group border-t border-line last:border-b">
      <CallSummary method={method} path={path} operation={operation} />
      <div id={operationId} className="scroll-mt-40 pb-8">
        {description ? <p className="mt-2 text-ink-soft">{description}</p> : null}
        <CallInput operation={operation} />
        {schema ? (
          <Part title="Response">
            <SchemaTable schema={schema} caption={`Response of ${summary}`} />
          </Part>
        ) : null}
        <Part title="Statuses">
          <ul className="grid gap-1 text-small [&_code]:font-semibold [&_li]:grid [&_li]:grid-cols-[3rem_minmax(0,1fr)] [&_span]:text-ink-soft">
            {Object.entries(responses).map(([status, { $ref, description: meaning }]) => (
              <li key={status}>
                <code>{status}</code>
                <span>{meaning ?? ($ref ? components.responses[status]?.description : '')}</span>
              </li>
            ))}
          </ul>
        </Part>
        <Part title="Example">
          <pre
            role="region"
            {...keyboardScrollable}
            aria-label={`Example: ${summary}`}
            className="overflow-x-auto rounded-block bg-sunken p-4 text-small/[1.6]"
          >
            <code>{curlExample(site, method, path, operation, components.schemas)}</code>
          </pre>
        </Part>
      </div>
    </details>
  )
}
