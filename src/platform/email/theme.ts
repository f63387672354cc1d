/** The light theme is inline, because many email clients ignore style sheets; the dark theme is in the style sheet (design, section 10). */
export const lightColors = {
  ground: '#e7ebda',
  sheet: '#fcfcf6',
  ink: '#17241d',
  soft: '#42524a',
  mute: '#59675d',
  line: '#cfd6c3',
  fern: '#21503b',
  onFern: '#f7f5e8',
} as const

export const serifFont = 'Georgia, "Times New Roman", serif'
export const sansFont =
  '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, Helvetica, Arial, sans-serif'

export const darkModeStyles = `
@media (prefers-color-scheme: dark) {
  .ground, .ground > table > tbody > tr > td { background-color: #11191c !important; }
  .sheet { background-color: #182326 !important; }
  .ink { color: #efede0 !important; }
  .soft { color: #bcc6ba !important; }
  .mute { color: #95a39a !important; }
  .line { border-color: #2c3b3d !important; }
  .button { background-color: #a9cfa4 !important; }
  .button a { color: #0e1f15 !important; }
}
@media (max-width: 480px) {
  .pad { padding-left: 22px !important; padding-right: 22px !important; }
}`
