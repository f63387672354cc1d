export function Logo() {
  return <span className="df-wordmark" role="img" aria-label="Dayfern" />
}

export function Icon() {
  return <img src="/brand/favicon.svg" alt="Dayfern" width={24} height={24} />
}
