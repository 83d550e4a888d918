import { Button } from '../../ui/button.tsx'
import { say } from '../admin-words.ts'

/** Fetches a list again from its first page. */
export const ReloadButton = ({ list }: { list: { reload(): void } }) => (
  <Button icon="rotate-ccw" onClick={list.reload}>
    {say('list.reload')}
  </Button>
)
