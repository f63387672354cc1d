const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const decode = (text: string): string =>
  text.replace(
    /&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (hex) return String.fromCodePoint(parseInt(hex, 16))
      if (decimal) return String.fromCodePoint(Number(decimal))
      return named[name ?? ''] ?? whole
    },
  )

const valueOf = (xml: string, element: string): string | null => {
  const text = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1]
  return text === undefined ? null : decode(text)
}

/** Returns the code in an error document of S3: 'NoSuchKey'; undefined for other documents. */
export function parseErrorCode(xml: string): string | undefined {
  return /<Error[\s>]/.test(xml) ? (valueOf(xml, 'Code') ?? undefined) : undefined
}

/**
 * Reads a page of a bucket's list (ListObjectsV2). The format is flat, and names are escaped.
 * @throws Error if it is something else
 */
export function parseObjectList(xml: string): {
  objects: { key: string; size: number; modifiedAt: number }[]
  /** Of the next page; null after the last one. */
  nextToken: string | null
} {
  if (!/<ListBucketResult[\s>]/.test(xml)) throw new Error('This is not a list of files.')
  const objects = [...xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)].map(([, item = '']) => ({
    key: valueOf(item, 'Key') ?? '',
    size: Number(valueOf(item, 'Size') ?? NaN),
    modifiedAt: Date.parse(valueOf(item, 'LastModified') ?? ''),
  }))
  if (objects.some(({ key, size, modifiedAt }) => !key || Number.isNaN(size + modifiedAt)))
    throw new Error('The list of files has an item without name, size, or time.')
  return {
    objects,
    nextToken:
      valueOf(xml, 'IsTruncated') === 'true' ? valueOf(xml, 'NextContinuationToken') : null,
  }
}
