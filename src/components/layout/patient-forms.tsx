/**
 * A form that only scripts can send may be sent before they are here, on a slow connection. It waits for them then,
 * instead of leading to an answer that no person can read. React's mark on the form says that it can answer. What may
 * stand in an address (a search, a size and color) goes its own way.
 */
export const patientForms =
  'addEventListener("submit",function(e){var f=e.target;' +
  'function ready(){return Object.keys(f).some(function(k){return k.indexOf("__reactProps")===0})}' +
  'if(f.method!=="post"||ready())return;' +
  'e.preventDefault();if(f.waits)return;' +
  'f.waits=setInterval(function(){if(ready()){clearInterval(f.waits);f.waits=0;f.requestSubmit()}},100)},true)'

export const PatientForms = () => <script dangerouslySetInnerHTML={{ __html: patientForms }} />
