/**
 * On a slow connection, a form may be submitted or a button pressed before its handler has loaded. The handlers of
 * controls with `data-replay` call `preventDefault()`, so an event without it was not handled and is repeated until it
 * is. In the meantime the browser must not submit the form, because its `action` responds with JSON. A button that is
 * already pressed (`aria-pressed`) isn't clicked again.
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
