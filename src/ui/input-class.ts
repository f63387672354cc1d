/** Every text field. Apart from the fields' own code, which pages without a form don't load. */
export const inputClass = 'control'
