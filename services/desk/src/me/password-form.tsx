import { type FormEvent, useState } from 'react'
import { FaultNotice } from '../conversation/fault-notice.tsx'
import { say } from '../desk/desk-words.ts'
import { useLive } from '../live/use-live.ts'
import { useSubmit } from '../live/use-submit.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { PasswordOwner } from '../ui/password-owner.tsx'
import { Switch } from '../ui/switch.tsx'
import styles from './me-page.module.css'

/** Characters of the shortest password that the service accepts. The build writes it into the pages. */
declare const SHORTEST_PASSWORD: number

const empty = { currentPassword: '', newPassword: '' }

/** Changes the password of the person. Their other sign-ins end, and this one continues. */
export function PasswordForm() {
  const { client, me } = useLive()
  const { form, submit, isBusy, fault, faultOf } = useSubmit()
  const [passwords, setPasswords] = useState(empty)
  const [isShown, setIsShown] = useState(false)
  const [isChanged, setIsChanged] = useState(false)
  const type = isShown ? 'text' : 'password'

  async function change(event: FormEvent) {
    event.preventDefault()
    setIsChanged(false)
    if (!(await submit(() => client.me.changePassword(passwords)))) return
    setPasswords(empty)
    setIsShown(false)
    setIsChanged(true)
  }
  return (
    <section className={classNames(styles['card'], styles['form'])} aria-labelledby="password">
      <h2 id="password" className={styles['section']}>
        {say('me.password')}
      </h2>
      <form ref={form} className={styles['form']} onSubmit={(event) => void change(event)}>
        <PasswordOwner email={me.email ?? ''} />
        <TextField
          label={say('me.passwordCurrent')}
          name="current-password"
          type={type}
          autoComplete="current-password"
          required
          value={passwords.currentPassword}
          fault={faultOf('currentPassword')}
          onChange={(event) => setPasswords({ ...passwords, currentPassword: event.currentTarget.value })}
        />
        <TextField
          label={say('me.passwordNew')}
          hint={say('me.passwordHint', { n: SHORTEST_PASSWORD })}
          name="new-password"
          type={type}
          autoComplete="new-password"
          required
          minLength={SHORTEST_PASSWORD}
          value={passwords.newPassword}
          fault={faultOf('newPassword')}
          onChange={(event) => setPasswords({ ...passwords, newPassword: event.currentTarget.value })}
        />
        <Switch label={say('me.passwordShow')} checked={isShown} onChange={setIsShown} />
        <Button type="submit" isBusy={isBusy}>
          {say('me.passwordChange')}
        </Button>
      </form>
      <FaultNotice fault={fault} />
      {isChanged && <Notice kind="good" isLive title={say('me.passwordChanged')} />}
    </section>
  )
}
