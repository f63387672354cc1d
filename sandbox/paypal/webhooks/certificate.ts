import { type KeyObject, randomBytes, sign } from 'node:crypto'

/*
 * A self-signed X.509 certificate, written by hand because Node can read
 * certificates but not make them. Just enough DER (RFC 5280) for a verifier to
 * find the public key, the name and the dates.
 */

const SHA256_WITH_RSA = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b]
const COMMON_NAME = [0x55, 0x04, 0x03]
const ORGANIZATION = [0x55, 0x04, 0x0a]

export function selfSignedCertificate(
  keys: { publicKey: KeyObject; privateKey: KeyObject },
  subject: { commonName: string; organization: string },
  validity: { from: Date; until: Date },
): string {
  const algorithm = sequence(oid(SHA256_WITH_RSA), tlv(0x05))
  const name = sequence(
    nameEntry(ORGANIZATION, subject.organization),
    nameEntry(COMMON_NAME, subject.commonName),
  )
  const body = sequence(
    tlv(0xa0, integer(Buffer.from([2]))), // version 3
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])), // serial number
    algorithm,
    name, // issuer
    sequence(generalizedTime(validity.from), generalizedTime(validity.until)),
    name, // subject
    keys.publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = sign('sha256', body, keys.privateKey)
  return toPem(sequence(body, algorithm, tlv(0x03, Buffer.from([0]), signature)))
}

function tlv(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag, ...length(content.length)]), content])
}

function length(size: number): number[] {
  if (size < 0x80) return [size]
  const bytes = size < 0x100 ? [size] : [size >> 8, size & 0xff]
  return [0x80 | bytes.length, ...bytes]
}

const sequence = (...parts: Uint8Array[]): Buffer => tlv(0x30, ...parts)
const integer = (bytes: Buffer): Buffer => tlv(0x02, bytes)
const oid = (bytes: number[]): Buffer => tlv(0x06, Buffer.from(bytes))
const nameEntry = (type: number[], value: string): Buffer =>
  tlv(0x31, sequence(oid(type), tlv(0x0c, Buffer.from(value))))

function generalizedTime(date: Date): Buffer {
  return tlv(
    0x18,
    Buffer.from(
      date
        .toISOString()
        .replace(/\.\d{3}/, '')
        .replace(/[-:T]/g, ''),
    ),
  )
}

function toPem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}
