import { readFileSync } from 'node:fs'

import { describe, expect, it } from '@jest/globals'

const manifests = readFileSync('deploy/kubernetes/shop.yaml', 'utf8')
  .split(/^---$/m)
  .map((text) => ({ text, kind: /^kind: (\w+)$/m.exec(text)?.[1] ?? '' }))
const textOf = (kind: string, name: string): string =>
  manifests.find((one) => one.kind === kind && one.text.includes(`  name: ${name}\n`))?.text ?? ''
const numberIn = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? NaN)

describe('Kubernetes manifests', () => {
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
    const finishMs = numberIn(codeOf('src/server/web.ts'), /finishMs = \w+ \? \d+ : (\d+)/)
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
