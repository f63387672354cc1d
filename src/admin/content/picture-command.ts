import type { LexicalCommand } from '@payloadcms/richtext-lexical/lexical'

/** Like Lexical's createCommand, without loading the editor on every screen of the admin. */
export const openPicker: LexicalCommand<null> = { type: 'OPEN_PICTURE_PICKER' }
