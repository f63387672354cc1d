/**
 * A form that only scripts can send may be sent before they are here, on a slow connection. It is sent again then, until
 * its own handler takes it, instead of leading to an answer that no person can read. A form that is there and has no
 * handler works by itself. What may stand in an address (a search) goes its own way, unless the form asks to wait
 * (`data-patient`): what is put into the cart is put there by scripts alone. A button with that mark is pressed again in
 * the same way; one that turns out to be pressed already has what was wanted.
 */
export const formReplayScript =
  'function ours(n){return Object.keys(n).find(function(k){return k.indexOf("__reactProps")===0})}' +
  'addEventListener("click",function(e){var b=e.target.closest("button[data-patient]");if(!b||ours(b))return;' +
  'clearTimeout(b.waits);b.waits=setTimeout(function(){b.getAttribute("aria-pressed")!=="true"&&b.click()},200)},true);' +
  'addEventListener("submit",function(e){var f=e.target,p=ours(f);' +
  'if(f.method!=="post"&&!("patient"in f.dataset)||e.defaultPrevented||p&&!f[p].onSubmit)return;' +
  'e.preventDefault();clearTimeout(f.waits);f.waits=setTimeout(function(){f.requestSubmit()},200)})'

export function FormReplayScript() {
  return <script dangerouslySetInnerHTML={{ __html: formReplayScript }} />
}
