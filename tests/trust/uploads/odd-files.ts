import { randomBytes } from 'node:crypto'

import { blackPng } from '@tests/support/fixtures/black-png'
import sharp from 'sharp'

export type OddFile = {
  description: string
  data: Buffer
  /** Accepted files are rendered again, without what was added. */
  isPicture?: boolean
}

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script><image href="http://169.254.169.254/"/></svg>'
const html = '<!doctype html><script>alert(1)</script>'
export const marker = '<script>alert("left behind")</script>'

/** A picture of noise, which compresses badly. @param side pixels; 2,300 make about 15 MB */
export function noisePng(side: number): Promise<Buffer> {
  return sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
}

const photo = (): Promise<Buffer> =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#396' } })
    .jpeg()
    .toBuffer()

/** Files that pretend to be pictures, and pictures with something added. */
export async function createOddFiles(): Promise<OddFile[]> {
  const [jpeg, noise] = [await photo(), await noisePng(200)]
  const text = (description: string, content: string): OddFile => ({
    description,
    data: Buffer.from(content),
  })
  return [
    text('SVG', svg),
    text('SVG with a prolog', `<?xml version="1.0"?>\n<!DOCTYPE svg>\n${svg}`),
    text('SVG behind white space', `\n\n   \uFEFF${svg}`),
    text('HTML', html),
    text(
      'XML with an entity',
      '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>',
    ),
    text('a GIF that is also a script', 'GIF89a/*\u0001\u0000\u0001\u0000*/=1;alert(1)//'),
    text('PDF', '%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer<<>>'),
    text('a script', 'alert(1)'),
    text('a shell script', '#!/bin/sh\nrm -rf /'),
    text('PHP', '<?php system($_GET["c"]); ?>'),
    text('a playlist of the network', '#EXTM3U\nhttp://169.254.169.254/latest/meta-data/'),
    text('MVG', 'push graphic-context\nviewbox 0 0 640 480\nimage over 0,0 0,0 "|id"'),
    {
      description: 'HTML that begins like a JPEG',
      data: Buffer.concat([Buffer.from('ffd8ffe000104a46494600', 'hex'), Buffer.from(html)]),
    },
    {
      description: 'HTML that begins like a PNG',
      data: Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(html)]),
    },
    { description: 'zip', data: Buffer.from('504b0304140000000000', 'hex') },
    {
      description: 'a program',
      data: Buffer.concat([Buffer.from('7f454c46', 'hex'), randomBytes(200)]),
    },
    { description: 'noise', data: randomBytes(2000) },
    { description: 'one byte', data: Buffer.from('x') },
    { description: 'zeros', data: Buffer.alloc(100_000) },
    { description: 'half a PNG', data: noise.subarray(0, noise.length / 2) },
    { description: 'TIFF', data: await sharp(jpeg).tiff().toBuffer() },
    { description: '400 million pixels', data: blackPng(20_000, 20_000) },
    { description: '900 million pixels', data: blackPng(30_000, 30_000) },
    { description: 'a strip of 2 by 60,000 pixels', data: blackPng(2, 60_000) },
    { description: 'more than 25 MB', data: Buffer.alloc(26 * 1024 * 1024, 1) },
    {
      description: 'a photo with HTML behind it',
      data: Buffer.concat([jpeg, Buffer.from(`${marker}PK\u0003\u0004`)]),
      isPicture: true,
    },
    {
      description: 'a photo with a script in its comment',
      data: await sharp(jpeg)
        .withMetadata({ exif: { IFD0: { ImageDescription: marker } } })
        .jpeg()
        .toBuffer(),
      isPicture: true,
    },
  ]
}

/** Names that try to leave the folder or to get another type. */
export const oddNames = [
  'photo.jpg',
  '../../../etc/cron.d/x',
  '..\\..\\windows\\x.jpg',
  '/etc/passwd',
  'C:\\x.jpg',
  '....//....//x.jpg',
  '%2e%2e%2f%2e%2e%2fx.jpg',
  '..%c0%af..%c0%afx.jpg',
  'x.jpg%00.html',
  'x.html',
  'x.svg',
  'x.php.jpg',
  'x.jpg.php',
  '.htaccess',
  'con',
  'nul.jpg',
  'x\u202egpj.exe',
  'x;rm -rf /.jpg',
  '$(id).jpg',
  '`id`.jpg',
  '|id',
  '"><img src=x onerror=alert(1)>.jpg',
  `${'x'.repeat(5000)}.jpg`,
  ' .jpg',
  '.jpg',
  '🌿.jpg',
] as const
