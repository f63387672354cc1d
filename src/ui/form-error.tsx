/** Why a form was rejected, announced at once; nothing if it wasn't, or if its fields show the errors. */
export function FormError({
  children,
  fields = {},
}: {
  children: string | null | undefined
  fields?: Record<string, string>
}) {
  return children && Object.keys(fields).length === 0 ? (
    <p role="alert" className="form-error">
      {children}
    </p>
  ) : null
}
