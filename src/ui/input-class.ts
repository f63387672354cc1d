/** Every text field. Separate from form-fields.tsx, whose code pages without a form don't load. */
export const inputClass = 'control'
