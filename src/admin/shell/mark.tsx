export const Mark = () => <img src="/brand/favicon.svg" alt="Dayfern" width={24} height={24} />
