import { toLexical } from '../../seed/lexical'
import type { Block } from '../../seed/content/types'
import { RichText } from './rich-text'

/** A text in our short way of writing, shown as the editor's documents are. */
export const Blocks = ({ blocks }: { blocks: readonly Block[] }) => <RichText document={toLexical(blocks)} />
