/** The wordmark, in the ink of the theme (shell.css). */
export const Logo = () => <span className="df-wordmark" role="img" aria-label="Dayfern" />
