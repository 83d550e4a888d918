import type { SavedReply } from '@askline/client'
import { useRef, useState } from 'react'
import { FaultNotice } from '../conversation/fault-notice.tsx'
import { say } from '../desk/desk-words.ts'
import { FormDialog } from '../desk/form-dialog.tsx'
import { repliesOf } from '../live/replies.ts'
import { useCell, useLive } from '../live/use-live.ts'
import { useMove } from '../live/use-move.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Empty } from '../ui/empty.tsx'
import { Select, TextArea, TextField } from '../ui/field.tsx'
import { findNearest, useKeptFocus } from '../ui/kept-focus.ts'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useTitle } from '../ui/use-title.ts'
import { cutEmptyLines } from '../words/cut-empty-lines.ts'
import styles from './replies-page.module.css'

/** `/desk/replies`: the texts that the person inserts into answers, and those of the company. */
export function RepliesPage() {
  const { client, me } = useLive()
  const { value: all, error } = useCell(repliesOf(client).all)
  const [editing, setEditing] = useState<SavedReply | 'new'>()
  const [removing, setRemoving] = useState<SavedReply>()
  const place = useRef<HTMLElement>(null)
  useKeptFocus(place, findNearest)
  useTitle(say('replies.title'))
  const mayChange = ({ owner }: SavedReply) => owner === 'ME' || me.role === 'admin'
  return (
    <main ref={place} className={styles['page']}>
      <header className={styles['head']}>
        <h1 className={styles['title']}>{say('replies.title')}</h1>
        <Button kind="primary" icon="plus" onClick={() => setEditing('new')}>
          {say('replies.new')}
        </Button>
      </header>
      <p className={styles['lead']}>{say('replies.lead')}</p>
      {error && !all && (
        <Notice
          kind="bad"
          title={say('list.failed')}
          actions={<Button onClick={() => void repliesOf(client).look()}>{say('session.again')}</Button>}
        >
          <p>{say('fault.nothingLost')}</p>
        </Notice>
      )}
      {!all && !error && <Skeleton label={say('list.loading')} lines={4} />}
      {all?.length === 0 && <Empty icon="message-square" title={say('replies.empty')} />}
      <ul className={styles['list']}>
        {all?.map((reply) => (
          <li key={reply.uuid} className={styles['reply']}>
            <p className={styles['name']}>
              <bdi>{reply.title}</bdi>
              {reply.shortcut && <Badge>/{reply.shortcut}</Badge>}
              {reply.owner === 'COMPANY' && <Badge kind="go">{say('replies.company')}</Badge>}
            </p>
            <p className={styles['text']} dir="auto">
              {reply.text}
            </p>
            {mayChange(reply) && (
              <div className={styles['actions']}>
                <Button
                  size="small"
                  icon="pencil"
                  aria-label={say('replies.editOne', { title: reply.title })}
                  onClick={() => setEditing(reply)}
                >
                  {say('send.edit')}
                </Button>
                <Button
                  size="small"
                  icon="x"
                  aria-label={say('replies.removeOne', { title: reply.title })}
                  onClick={() => setRemoving(reply)}
                >
                  {say('replies.remove')}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {editing && <ReplyForm reply={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />}
      {removing && <RemoveReply reply={removing} onClose={() => setRemoving(undefined)} />}
    </main>
  )
}

function ReplyForm({ reply, onClose }: { reply: SavedReply | undefined; onClose: () => void }) {
  const { client, me } = useLive()
  const [title, setTitle] = useState(reply?.title ?? '')
  const [shortcut, setShortcut] = useState(reply?.shortcut ?? '')
  const [text, setText] = useState(reply?.text ?? '')
  const [owner, setOwner] = useState<SavedReply['owner']>('ME')
  const save = async () => {
    const body = { title: title.trim(), shortcut: shortcut.trim() || null, text: cutEmptyLines(text) }
    await (reply
      ? client.replies.update(reply.uuid, body, { ifMatch: reply.version })
      : client.replies.create({ ...body, owner }))
    await repliesOf(client).look()
  }
  return (
    <FormDialog
      title={say(reply ? 'replies.edit' : 'replies.new')}
      doLabel={say('me.save')}
      onClose={onClose}
      onSubmit={save}
    >
      {(faultOf) => (
        <>
          <TextField
            label={say('replies.titleLabel')}
            value={title}
            maxLength={200}
            required
            fault={faultOf('title')}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          <TextField
            label={say('replies.shortcutLabel')}
            hint={say('replies.shortcutHint')}
            value={shortcut}
            maxLength={40}
            pattern="[\p{L}\p{N}_\-]*"
            fault={faultOf('shortcut')}
            onChange={(event) => setShortcut(event.currentTarget.value.replace(/[^\p{L}\p{N}_-]/gu, ''))}
          />
          <TextArea
            label={say('replies.textLabel')}
            hint={say('replies.textHint')}
            value={text}
            maxLength={10_000}
            dir="auto"
            required
            fault={faultOf('text')}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          {!reply && me.role === 'admin' && (
            <Select
              label={say('replies.ownerLabel')}
              value={owner}
              fault={faultOf('owner')}
              options={[
                { value: 'ME', text: say('replies.mine') },
                { value: 'COMPANY', text: say('replies.company') },
              ]}
              onChange={(event) => setOwner(event.currentTarget.value as SavedReply['owner'])}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}

function RemoveReply({ reply, onClose }: { reply: SavedReply; onClose: () => void }) {
  const { client } = useLive()
  const { run, busy, fault } = useMove()
  const remove = async () => {
    if (!(await run('remove', () => client.replies.remove(reply.uuid)))) return
    await repliesOf(client).look()
    onClose()
  }
  return (
    <Dialog
      title={say('replies.removeTitle', { title: reply.title })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{say('giveUp.cancel')}</Button>
          <Button kind="danger" isBusy={busy !== undefined} onClick={() => void remove()}>
            {say('replies.remove')}
          </Button>
        </>
      }
    >
      <p>{say('replies.removeHint')}</p>
      <FaultNotice fault={fault} />
    </Dialog>
  )
}
