/** The wordmark, in the ink of the theme (shell.css). */
export const Logo = () => <span className="df-wordmark" role="img" aria-label="Dayfern" />

export const Icon = () => <img src="/brand/favicon.svg" alt="Dayfern" width={24} height={24} />
