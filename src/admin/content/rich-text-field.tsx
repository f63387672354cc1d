import type { RscEntryLexicalField } from '@payloadcms/richtext-lexical/rsc'
import { fieldSchemasToFormState } from '@payloadcms/ui/forms/fieldSchemasToFormState'
import { renderField } from '@payloadcms/ui/forms/renderField'
import type { ComponentProps } from 'react'

import { LazyRichTextEditor } from '@/admin/lazy-components'

type Props = ComponentProps<typeof RscEntryLexicalField>
type EditorProps = ComponentProps<typeof LazyRichTextEditor>
type TextNode = {
  type?: unknown
  children?: TextNode[]
  fields?: { id?: string; blockType?: string }
}

/** The suffix that Payload adds to a field's schema path for the parts of a feature. */
const featurePath = (schemaPath: string, feature: string): string =>
  `${schemaPath}.lexical_internal_feature.${feature}`

/** The options of each feature, and the name of its export: the browser loads its code with the editor. */
const featureProps = (
  { sanitizedEditorConfig, clientFieldSchemaMap }: Props,
  schemaPath: string,
): Pick<EditorProps, 'clientFeatures' | 'exportNames' | 'featureClientSchemaMap'> => {
  const features = [...sanitizedEditorConfig.resolvedFeatureMap.values()].sort(
    (one, other) => one.order - other.order,
  )
  const browserFeatures = features.flatMap(({ ClientFeature, ...feature }) =>
    typeof ClientFeature === 'string' ? [{ ...feature, ClientFeature }] : [],
  )
  return {
    clientFeatures: Object.fromEntries(
      browserFeatures.map(({ key, order, clientFeatureProps }) => [
        key,
        { clientFeatureProps: { ...(clientFeatureProps as object), featureKey: key, order } },
      ]),
    ),
    exportNames: Object.fromEntries(
      browserFeatures.map(({ key, ClientFeature }) => [key, ClientFeature.replace(/^.*#/, '')]),
    ),
    featureClientSchemaMap: Object.fromEntries(
      features
        .filter(({ generateSchemaMap }) => generateSchemaMap)
        .map(({ key }) => [
          key,
          Object.fromEntries(
            [...clientFieldSchemaMap]
              .filter(([path]) => path.startsWith(featurePath(schemaPath, key)))
              .map(([path, entry]) => [path, 'fields' in entry ? entry.fields : [entry]]),
          ),
        ]),
    ),
  }
}

const blocksIn = (nodes: readonly TextNode[]): TextNode[] =>
  nodes.flatMap((node) => [
    ...blocksIn(node.children ?? []),
    ...(node.type === 'block' ? [node] : []),
  ])

/** The form state of the blocks in the text, so that the editor opens without a request for each. */
const blockFormStates = async (
  props: Props,
  schemaPath: string,
  nodes: readonly TextNode[],
): Promise<EditorProps['initialLexicalFormState']> => {
  const { id, clientFieldSchemaMap, collectionSlug, fieldSchemaMap, operation, preferences, req } =
    props
  const states: EditorProps['initialLexicalFormState'] = {}
  for (const { fields } of blocksIn(nodes)) {
    if (!fields?.id) continue
    const path = `${featurePath(schemaPath, 'blocks')}.lexical_blocks.${fields.blockType}.fields`
    const schema = fieldSchemaMap.get(path)
    states[fields.id] = {
      formState: await fieldSchemasToFormState({
        id,
        clientFieldSchemaMap,
        collectionSlug,
        data: fields,
        documentData: props.data,
        fields: schema && 'fields' in schema ? schema.fields : undefined,
        fieldSchemaMap,
        initialBlockData: fields,
        operation: operation === 'create' ? 'create' : 'update',
        permissions: true,
        preferences,
        readOnly: props.readOnly,
        renderAllFields: true,
        renderFieldFn: renderField,
        req,
        schemaPath: path,
      }),
      collapsed:
        'name' in props.field &&
        preferences.fields[props.field.name]?.collapsed?.includes(fields.id),
    }
  }
  return states
}

/**
 * Payload's RscEntryLexicalField with one difference: it has no reference to the editor's code, which every page of the
 * admin would load otherwise, because all of them are one Next page (docs/decisions/014).
 */
export async function RichTextField(props: Props) {
  const { field, clientField, siblingData } = props
  if (!('name' in field) || !('name' in clientField) || clientField.type !== 'richText') return null
  const path = props.path || clientField.name
  const schemaPath = props.schemaPath ?? path
  const body = siblingData[field.name] as { root?: { children?: TextNode[] } } | null | undefined
  return (
    <LazyRichTextEditor
      {...featureProps(props, schemaPath)}
      field={clientField}
      initialLexicalFormState={await blockFormStates(props, schemaPath, body?.root?.children ?? [])}
      lexicalEditorConfig={props.sanitizedEditorConfig.lexical}
      path={path}
      schemaPath={schemaPath}
      permissions={props.permissions}
      readOnly={props.readOnly}
      forceRender={props.forceRender}
      renderedBlocks={props.renderedBlocks}
    />
  )
}
