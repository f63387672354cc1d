/**
 * On a slow connection a form can be sent, or a button pressed, before the code that handles it has loaded. Controls with
 * `data-replay` call `preventDefault()` in their handler, so an event that nobody has prevented has not been handled: it
 * is repeated until it is. A form is held back meanwhile, because its `action` answers JSON. A button that turns out to
 * be pressed already has what was wanted.
 *
 * Plain text rather than a function, because src/proxy.ts allows the script by its hash.
 */
export const eventReplayScript = `
var replayDelayMs = 200;
addEventListener('submit', function (event) {
  var form = event.target;
  if (event.defaultPrevented || !form.hasAttribute('data-replay')) return;
  event.preventDefault();
  clearTimeout(form.replayTimer);
  form.replayTimer = setTimeout(function () { form.requestSubmit(event.submitter); }, replayDelayMs);
});
addEventListener('click', function (event) {
  var button = event.target.closest('button[data-replay]');
  if (!button) return;
  clearTimeout(button.replayTimer);
  button.replayTimer = setTimeout(function () {
    if (!event.defaultPrevented && button.getAttribute('aria-pressed') !== 'true') button.click();
  }, replayDelayMs);
}, true);
`

export function EventReplayScript() {
  return <script dangerouslySetInnerHTML={{ __html: eventReplayScript }} />
}
