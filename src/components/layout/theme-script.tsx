import { sessionHintCookie } from '@/modules/accounts/rules/session-hint'

/**
 * Runs before the first paint, so that neither the chosen theme nor a signed-in user's links appear late. Without a
 * choice, the style sheet follows the system's theme. The theme is applied again when a prerendered page is opened or
 * an earlier page is restored, because it may have changed since. The role is that of the last response
 * (components/account/session-store).
 */
export const themeScript =
  'try{var d=document.documentElement.dataset,f=function(){try{var t=localStorage.theme;if(t==="day"||t==="dusk")d.theme=t}catch(e){}};f();document.addEventListener("prerenderingchange",f);addEventListener("pageshow",f)}catch(e){}' +
  `try{if(document.cookie.split("; ").indexOf("${sessionHintCookie.name}=${sessionHintCookie.value}")>=0){d.person="customer";d.person=JSON.parse(sessionStorage.person).user.role}}catch(e){}`

export function ThemeScript() {
  return <script dangerouslySetInnerHTML={{ __html: themeScript }} />
}
