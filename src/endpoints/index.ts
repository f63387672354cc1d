import type { Endpoint } from 'payload'

export const endpoints: Endpoint[] = []
