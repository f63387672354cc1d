import { Tokenizer, TokenizerMode } from 'parse5'

const readAttributes = ['href', 'target', 'start', 'src', 'data-block'] as const
export type HtmlAttributes = Partial<Record<(typeof readAttributes)[number], string>>
type Token =
  | { kind: 'text'; text: string }
  | { kind: 'open'; tag: string; attributes: HtmlAttributes }
  | { kind: 'close'; tag: string }

/** The content of these is not text for readers. It is skipped up to the first end tag of the same name. */
const hidden = new Set([
  'script',
  'style',
  'template',
  'iframe',
  'object',
  'noscript',
  'svg',
  'math',
  'head',
  'title',
  'textarea',
  'select',
  'audio',
  'video',
  'canvas',
  'xmp',
  'noembed',
  'noframes',
])

const isRead = (name: string): name is keyof HtmlAttributes =>
  readAttributes.some((attribute) => attribute === name)

/** parse5 compares each attribute of a tag with all before it, which takes minutes for half a million characters of them. */
class BoundedTokenizer extends Tokenizer {
  protected override _leaveAttrName(): void {
    if (isRead(this.currentAttr.name)) super._leaveAttrName()
  }
}

/**
 * The tags and the text of an HTML string, by the tokenization rules of the HTML standard. parse5's tokenizer is used
 * without its tree, because the time and the size of the tree do not grow linearly: misnested formatting elements are
 * copied, and each block looks through all of its ancestors.
 * @param mode 'text': tags are text as well, and only character references are read
 */
export function htmlTokens(html: string, mode: 'html' | 'text' = 'html'): Token[] {
  const tokens: Token[] = []
  let isHidden = false
  let text = ''
  const endText = (): void => {
    if (text) tokens.push({ kind: 'text', text })
    text = ''
  }
  const addText = ({ chars }: { chars: string }): void => {
    if (!isHidden) text += chars
  }
  const ignore = (): void => undefined
  const tokenizer: Tokenizer = new BoundedTokenizer(
    {},
    {
      onCharacter: addText,
      onWhitespaceCharacter: addText,
      onNullCharacter: ignore,
      onComment: ignore,
      onDoctype: ignore,
      onEof: endText,
      onStartTag: ({ tagName, attrs, selfClosing }) => {
        endText()
        if (hidden.has(tagName) && !selfClosing) {
          isHidden = true
          tokenizer.state = TokenizerMode.RAWTEXT
          return
        }
        const attributes: HtmlAttributes = {}
        for (const { name, value } of attrs) if (isRead(name)) attributes[name] = value
        tokens.push({ kind: 'open', tag: tagName, attributes })
      },
      onEndTag: ({ tagName }) => {
        endText()
        isHidden = false
        tokens.push({ kind: 'close', tag: tagName })
      },
    },
  )
  if (mode === 'text') tokenizer.state = TokenizerMode.RCDATA
  tokenizer.write(html, true)
  return tokens
}

/** Decodes character references once: '&amp;lt;' becomes '&lt;'. Control characters become spaces. */
export function decodeEntities(text: string): string {
  return htmlTokens(text, 'text')
    .map((token) => (token.kind === 'text' ? token.text.replace(/[^\P{Cc}\n\t]/gu, ' ') : ''))
    .join('')
}
