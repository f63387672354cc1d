export const BeforeLogin = () => <h1 className="df-login__title">Sign in to the workshop</h1>

export const AfterLogin = () => <p className="df-login__end"><a className="df-quiet-link" href="/">To the shop</a></p>
