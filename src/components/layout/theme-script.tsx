import { sessionHintCookie } from '@/modules/accounts/rules/session-hint'

/**
 * Before the first paint, so that neither a chosen theme nor the links of a signed-in person appear late. Nothing chosen:
 * the style sheet follows the system. Runs again when a prerendered page is opened, or one from before is shown again, as the theme may have changed since. The role is the one that was last answered (components/account/session-store).
 */
export const themeScript =
  'try{var d=document.documentElement.dataset,f=function(){try{var t=localStorage.theme;if(t==="day"||t==="dusk")d.theme=t}catch(e){}};f();document.addEventListener("prerenderingchange",f);addEventListener("pageshow",f)}catch(e){}' +
  `try{if(document.cookie.split("; ").indexOf("${sessionHintCookie.name}=${sessionHintCookie.value}")>=0){d.person="customer";d.person=JSON.parse(sessionStorage.person).user.role}}catch(e){}`

export function ThemeScript() {
  return <script dangerouslySetInnerHTML={{ __html: themeScript }} />
}
