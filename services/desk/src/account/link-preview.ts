import type { Role } from '@askline/contracts'
import type { PresentPerson } from './present-person.ts'

export type LinkKind = 'INVITATION' | 'RESET'

/** The purpose and the owner of a link. */
export type LinkPreview = {
  purpose: LinkKind
  company: { tag: string; name: string }
  role: Exclude<Role, 'user'>
  email: string
  name: string
}

export type LinkFormProps = {
  token: string
  preview: LinkPreview
  /** The person who would be signed out here. */
  present: PresentPerson | undefined
  onSpent: (error: Error) => void
}
