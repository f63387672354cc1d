// Writes kubernetes-schema.json, by which kubernetes-manifests.test.ts checks deploy/kubernetes, from the types of npm's
// kubernetes-models. The package itself would bring 27 packages and 25 MB into every installation:
//   npm install --no-save --prefix /tmp/models kubernetes-models@5.1.0
//   node tests/unit/scripts/write-kubernetes-schema.mjs /tmp/models/node_modules/kubernetes-models
// A number may be fractional, and no format is checked, because the types don't say more. What only the cluster writes
// (status, managedFields) is refused.
import { writeFileSync } from 'node:fs'
import path from 'node:path'

import ts from 'typescript'

const kinds = {
  ConfigMap: 'v1',
  Job: 'batch/v1',
  Deployment: 'apps/v1',
  PodDisruptionBudget: 'policy/v1',
  Service: 'v1',
  Ingress: 'networking.k8s.io/v1',
  NetworkPolicy: 'networking.k8s.io/v1',
}
const writtenByCluster = new Set(['status', 'managedFields'])

const folder = path.resolve(process.argv[2] ?? '.')
const fileOf = ([kind, version]) => path.join(folder, version, `${kind}.d.ts`)
const program = ts.createProgram(Object.entries(kinds).map(fileOf), {
  strict: true,
  skipLibCheck: true,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: [],
})
const checker = program.getTypeChecker()
const definitions = {}
const nameOfType = new Map()

const define = (type, name) => {
  if (definitions[name]) throw new Error(`Two types are called ${name}.`)
  nameOfType.set(type, name)
  definitions[name] = {}
  const fields = type.getProperties().filter((field) => !writtenByCluster.has(field.name))
  const required = fields.filter(({ flags }) => !(flags & ts.SymbolFlags.Optional))
  definitions[name] = {
    type: 'object',
    properties: Object.fromEntries(
      fields.map((field) => [field.name, toSchema(checker.getTypeOfSymbol(field))]),
    ),
    ...(required.length > 0 ? { required: required.map((field) => field.name) } : {}),
    additionalProperties: false,
  }
}

const unionSchema = (types) => {
  const present = types.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined))
  if (present.every((type) => type.isStringLiteral()))
    return { enum: present.map(({ value }) => value) }
  // TypeScript has true and false in the place of boolean.
  const others = present.filter(({ flags }) => !(flags & ts.TypeFlags.BooleanLiteral))
  const schemas = others.map(toSchema)
  if (others.length < present.length) schemas.push({ type: 'boolean' })
  return schemas.length === 1 ? schemas[0] : { anyOf: schemas }
}

function toSchema(type) {
  if (type.isUnion()) return unionSchema(type.types)
  if (type.isStringLiteral()) return { const: type.value }
  if (type.flags & ts.TypeFlags.String) return { type: 'string' }
  if (type.flags & ts.TypeFlags.Number) return { type: 'number' }
  if (type.flags & ts.TypeFlags.Null) return { type: 'null' }
  if (checker.isArrayType(type))
    return { type: 'array', items: toSchema(checker.getTypeArguments(type)[0]) }
  const values = type.getStringIndexType()
  if (values) return { type: 'object', additionalProperties: toSchema(values) }
  if (!type.isClassOrInterface()) throw new Error(`Unknown: ${checker.typeToString(type)}`)
  if (!nameOfType.has(type)) define(type, type.symbol.name.replace(/^I/, ''))
  return { $ref: `#/$defs/${nameOfType.get(type)}` }
}

for (const entry of Object.entries(kinds)) {
  const source = program.getSourceFile(fileOf(entry))
  const symbol = checker
    .getExportsOfModule(checker.getSymbolAtLocation(source))
    .find(({ name }) => name === `I${entry[0]}`)
  toSchema(checker.getDeclaredTypeOfSymbol(symbol))
}
writeFileSync(
  'tests/unit/scripts/kubernetes-schema.json',
  `${JSON.stringify({ $defs: definitions }, null, 2)}\n`,
)
