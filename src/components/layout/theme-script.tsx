/** Before the first paint, so that a chosen theme never flashes. Nothing chosen: the style sheet follows the system. */
export const themeScript = 'try{var t=localStorage.theme;if(t==="day"||t==="dusk")document.documentElement.dataset.theme=t}catch(e){}'

export const ThemeScript = () => <script dangerouslySetInnerHTML={{ __html: themeScript }} />
