import type { Role } from '@/access/roles'

export type SeedUser = {
  username: string
  password: string
  email?: string
  firstName: string
  lastName: string
  role: Role
}

/** One demo person per role. `npm start` prints these sign-ins in demo mode, and anyone can read them in the source. */
export const demoPeople: readonly SeedUser[] = [
  {
    username: 'june',
    password: 'walk-the-long-way',
    email: 'june@dayfern.example',
    firstName: 'June',
    lastName: 'Abara',
    role: 'super_admin',
  },
  {
    username: 'marisol',
    password: 'tea-before-orders',
    email: 'marisol@dayfern.example',
    firstName: 'Marisol',
    lastName: 'Reyes',
    role: 'admin',
  },
  {
    username: 'edie',
    password: 'words-and-ferns',
    email: 'edie@dayfern.example',
    firstName: 'Edie',
    lastName: 'Lindqvist',
    role: 'editor',
  },
  {
    username: 'wren',
    password: 'one-is-enough',
    email: 'wren.okafor@example.com',
    firstName: 'Wren',
    lastName: 'Okafor',
    role: 'customer',
  },
]
