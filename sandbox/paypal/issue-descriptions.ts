/** One sentence for each issue that the sandbox can return; a shop branches on the issue, never on the text. */
const TEXTS: Record<string, string> = {
  ACTION_DOES_NOT_MATCH_INTENT: 'Order was created with an intent that does not allow this action.',
  AMOUNT_MISMATCH:
    'Should equal item_total + tax_total + shipping + handling + insurance - shipping_discount - discount.',
  AMOUNT_NOT_PATCHABLE: 'The amount can only be replaced as a whole.',
  AUTHENTICATION_FAILURE: 'The access token is missing, unknown or expired.',
  CANNOT_BE_NEGATIVE: 'Must be greater than or equal to zero.',
  CANNOT_BE_ZERO_OR_NEGATIVE: 'Must be greater than zero.',
  CAPTURE_FULLY_REFUNDED: 'The capture has already been fully refunded.',
  CITY_REQUIRED: 'The specified country requires a city (address.admin_area_2).',
  DECIMALS_NOT_SUPPORTED: 'Currency does not support decimals.',
  DECIMAL_PRECISION:
    'If the currency supports decimals, only two decimal place precision is supported.',
  DUPLICATE_INVOICE_ID:
    'Requested invoice number has been previously captured. Possible duplicate transaction.',
  DUPLICATE_REFERENCE_ID: 'reference_id must be unique if multiple purchase_units are provided.',
  FIELD_NOT_PATCHABLE: 'The field cannot be patched.',
  INSTRUMENT_DECLINED:
    "The instrument presented was either declined by the processor or bank, or it can't be used for this payment.",
  INVALID_ARRAY_MAX_ITEMS: 'The number of items in an array parameter is too large.',
  INVALID_ARRAY_MIN_ITEMS: 'The number of items in an array parameter is too small.',
  INVALID_COUNTRY_CODE: 'Country code is invalid.',
  INVALID_CURRENCY_CODE: 'Currency code is invalid.',
  INVALID_PARAMETER_SYNTAX: 'The value of a field does not conform to the expected format.',
  INVALID_PARAMETER_VALUE: 'The value of a field is invalid.',
  INVALID_PATCH_OPERATION: 'The operation cannot be honored for this field.',
  INVALID_RESOURCE_ID:
    'Specified resource ID does not exist. Please check the resource ID and try again.',
  INVALID_STRING_LENGTH: 'The value of a field is either too short or too long.',
  ITEM_TOTAL_MISMATCH:
    'Should equal sum of (unit_amount * quantity) across all items for a given purchase_unit.',
  ITEM_TOTAL_REQUIRED: 'If item details are specified, item_total is required.',
  MALFORMED_REQUEST_JSON: 'The request JSON is not well formed.',
  MISSING_REQUIRED_PARAMETER: 'A required field is missing.',
  MISSING_SHIPPING_ADDRESS:
    'The shipping address is required when shipping_preference is SET_PROVIDED_ADDRESS.',
  MULTI_CURRENCY_ORDER: 'Multiple differing values of currency_code are not supported.',
  NOT_SUPPORTED: 'The field is not supported.',
  ORDER_ALREADY_CAPTURED:
    'Order already captured. If intent=CAPTURE only one capture per order is allowed.',
  ORDER_ALREADY_COMPLETED: 'The order cannot be patched after it is completed.',
  ORDER_NOT_APPROVED: 'Payer has not yet approved the Order for payment.',
  PATCH_PATH_REQUIRED: 'Please provide a path to patch.',
  PATCH_VALUE_REQUIRED: 'Please provide a value to patch.',
  PAYPAL_REQUEST_ID_REQUIRED:
    'A PayPal-Request-Id is required if you are trying to process payment for an Order.',
  PENDING_CAPTURE: 'Cannot initiate a refund as the capture is pending.',
  PERMISSION_DENIED: 'You do not have permission to access or perform operations on this resource.',
  POSTAL_CODE_REQUIRED: 'The specified country requires a postal code.',
  PREVIOUS_REQUEST_IN_PROGRESS:
    'A previous request with the same PayPal-Request-Id is still in progress.',
  REFERENCE_ID_NOT_FOUND: 'Filter expression value is incorrect. Please check the reference_id.',
  REFERENCE_ID_REQUIRED: 'reference_id is required for each of multiple purchase_units.',
  REFUND_AMOUNT_EXCEEDED:
    'The refund amount must be less than or equal to the capture amount that has not yet been refunded.',
  REFUND_AMOUNT_TOO_LOW:
    'The amount after applying currency conversion is zero and hence the capture cannot be refunded.',
  REFUND_CAPTURE_CURRENCY_MISMATCH: 'Refund must be in the same currency as the capture.',
  REFUND_NOT_ALLOWED: 'The capture cannot be refunded.',
  REFUND_TIME_LIMIT_EXCEEDED: 'You are over the time limit to perform a refund on this capture.',
  TAX_TOTAL_MISMATCH:
    'Should equal sum of (tax * quantity) across all items for a given purchase_unit.',
  TAX_TOTAL_REQUIRED: 'If item tax is specified, tax_total is required.',
  UNSUPPORTED_MEDIA_TYPE: 'The content type must be application/json.',
}

export function describeIssue(issue: string): string {
  return TEXTS[issue] ?? `The request was refused: ${issue}.`
}
