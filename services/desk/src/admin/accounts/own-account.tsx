import { Link } from 'wouter'
import { Notice } from '../../ui/notice.tsx'
import { say } from '../admin-words.ts'
import styles from './account.module.css'

/** Why admins cannot change all of their own account, and who can. */
export function OwnAccount() {
  return (
    <div className={styles['notice']}>
      <Notice title={say('staff.own')}>
        <p>{say('staff.ownOthers')}</p>
        <p>
          {say('staff.ownPassword')} <Link href="/me">{say('staff.ownPage')}</Link>
        </p>
        <p>{say('staff.onlyAdmin')}</p>
      </Notice>
    </div>
  )
}
