/** waiting: verified, but an order or a dispute is still open. */
export const dataRequestStatuses = ['received', 'verified', 'waiting', 'completed', 'withdrawn', 'refused'] as const
export type DataRequestStatus = (typeof dataRequestStatuses)[number]

export const dataRequestStatusLabels = {
  received: 'Received', verified: 'Verified', waiting: 'Waiting for an open order', completed: 'Completed', withdrawn: 'Withdrawn', refused: 'Not verified',
} satisfies Record<DataRequestStatus, string>
