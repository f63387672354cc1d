import { readdirSync, readFileSync } from 'node:fs'

import { describe, expect, it } from '@jest/globals'
import { loadAll } from 'js-yaml'
import { z } from 'zod'

const manifestText = readFileSync('deploy/kubernetes/shop.yaml', 'utf8')
const manifests = manifestText
  .split(/^---$/m)
  .map((text) => ({ text, kind: /^kind: (\w+)$/m.exec(text)?.[1] ?? '' }))
const textOf = (kind: string, name: string): string =>
  manifests.find((one) => one.kind === kind && one.text.includes(`  name: ${name}\n`))?.text ?? ''
const numberIn = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? NaN)

/** Kubernetes' own types (write-kubernetes-schema.mjs). */
const { $defs } = JSON.parse(readFileSync('tests/unit/scripts/kubernetes-schema.json', 'utf8')) as {
  $defs: Record<string, z.core.JSONSchema.JSONSchema>
}
/** The errors that Kubernetes would report for the documents of a file. */
const problemsIn = (text: string): string[] =>
  loadAll(text).flatMap((document) => {
    const { kind } = z.looseObject({ kind: z.string() }).parse(document)
    if (!$defs[kind]) return [`${kind}: unknown`]
    const { error } = z.fromJSONSchema({ $ref: `#/$defs/${kind}`, $defs }).safeParse(document)
    return (error?.issues ?? []).map(({ path }) => [kind, ...path].join('.'))
  })

describe('Kubernetes manifests', () => {
  it('have only fields that Kubernetes knows, with values of their types', () => {
    const files = readdirSync('deploy/kubernetes')
    expect(files).toContain('shop.yaml')
    for (const file of files)
      expect([file, problemsIn(readFileSync(`deploy/kubernetes/${file}`, 'utf8'))]).toEqual([
        file,
        [],
      ])
  })

  it.each([
    ['maxSurge: 1', 'maxSurg: 1', 'Deployment.spec.strategy.rollingUpdate'],
    [
      'containerPort: 3000',
      "containerPort: '3000'",
      'Deployment.spec.template.spec.containers.0.ports.0.containerPort',
    ],
    ['restartPolicy: Never', 'restartPolicy: never', 'Job.spec.template.spec.restartPolicy'],
    ["PORT: '3000'", 'PORT: 3000', 'ConfigMap.data.PORT'],
    ['apiVersion: policy/v1', 'apiVersion: policy/v1beta1', 'PodDisruptionBudget.apiVersion'],
    ['      containers:', '      container:', 'Job.spec.template.spec.containers'],
    ['kind: Ingress', 'kind: Ingres', 'Ingres: unknown'],
  ])('would be refused with %s as %s', (right, wrong, problem) => {
    expect(manifestText).toContain(right)
    expect(problemsIn(manifestText.replace(right, wrong))).toContain(problem)
  })

  it('define the expected resources, with two web replicas', () => {
    expect(manifests.map(({ kind }) => kind)).toEqual([
      'ConfigMap',
      'Job',
      'Deployment',
      'Deployment',
      'PodDisruptionBudget',
      'Service',
      'Ingress',
      'NetworkPolicy',
    ])
    expect(numberIn(textOf('Deployment', 'dayfern-web'), /replicas: (\d+)/)).toBe(2)
  })

  it('run every container as non-root with a read-only file system and no privileges', () => {
    const programs = manifests.filter(({ text }) => text.includes('containers:'))
    expect(programs).toHaveLength(3)
    for (const { text } of programs)
      for (const line of [
        'runAsNonRoot: true',
        'readOnlyRootFilesystem: true',
        'allowPrivilegeEscalation: false',
        'capabilities: { drop: [ALL] }',
        'seccompProfile: { type: RuntimeDefault }',
        'automountServiceAccountToken: false',
      ])
        expect(text).toContain(line)
  })

  it('give processes more time to shut down than they need', () => {
    const drainSeconds = numberIn(textOf('ConfigMap', 'dayfern'), /DRAIN_SECONDS: '(\d+)'/)
    const codeOf = (file: string): string => readFileSync(file, 'utf8').replaceAll('_', '')
    const web = codeOf('src/server/web.ts')
    const finishMs =
      numberIn(web, /proxyNoticeMs = (\d+)/) + numberIn(web, /finishMs = \w+ \? \d+ : (\d+)/)
    const grace = /terminationGracePeriodSeconds: (\d+)/
    expect(numberIn(textOf('Deployment', 'dayfern-web'), grace)).toBeGreaterThan(
      drainSeconds + finishMs / 1000,
    )
    const workerMs = numberIn(codeOf('src/jobs/worker.ts'), /finishMs = (\d+)/)
    expect(numberIn(textOf('Deployment', 'dayfern-worker'), grace)).toBeGreaterThan(workerMs / 1000)
  })

  it('probe the health endpoints of the web process', () => {
    const web = textOf('Deployment', 'dayfern-web')
    expect(web).toMatch(/readinessProbe:\s+httpGet: \{ path: \/readyz/)
    expect(web).toMatch(/livenessProbe:\s+httpGet: \{ path: \/healthz/)
  })

  it('contain only settings that the shop knows, and no secrets', () => {
    const known = readFileSync('src/platform/env.ts', 'utf8')
    const names = [...textOf('ConfigMap', 'dayfern').matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(
      ([, name]) => name ?? '',
    )
    expect(names.length).toBeGreaterThan(10)
    expect(names.filter((name) => !known.includes(`${name}:`))).toEqual([])
    expect(names.filter((name) => /SECRET|PASSWORD|_KEY|DATABASE_URL|SMTP/.test(name))).toEqual([])
  })
})
