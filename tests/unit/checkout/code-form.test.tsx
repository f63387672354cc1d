import { renderToStaticMarkup } from 'react-dom/server'

import { CodeForm } from '@/app/(focused)/checkout/code-form'
import { codeRefusalMessages } from '@/modules/discounts/rules'

const formOf = (message: string): string =>
  renderToStaticMarkup(
    <CodeForm
      label="Discount code"
      name="discountCode"
      code={{
        ...{ value: 'FIRST', message, isChecking: false, hasFailed: false },
        apply: () => undefined,
        remove: () => undefined,
      }}
      takesFocus={false}
      disabled={false}
    />,
  )

it('a code that is only for customers who are signed in leads to the sign-in and back', () => {
  expect(formOf(codeRefusalMessages.sign_in)).toContain('href="/auth?next=/checkout"')
  expect(formOf(codeRefusalMessages.ended)).not.toContain('href=')
})
