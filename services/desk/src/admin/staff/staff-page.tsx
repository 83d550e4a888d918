import { StaffList } from './staff-list.tsx'
import { StaffMemberPage } from './staff-member-page.tsx'

/** `/desk/admin/staff`: all agents and admins, or the one that the address names. */
export function StaffPage({ uuid }: { uuid: string | undefined }) {
  return uuid === undefined ? <StaffList /> : <StaffMemberPage key={uuid} uuid={uuid} />
}
