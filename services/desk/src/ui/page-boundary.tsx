import { Component, type ReactNode } from 'react'
import { say } from '../desk/words.ts'
import { Button } from './button.tsx'
import { Empty } from './empty.tsx'

type Props = { path: string; children: ReactNode }
type State = { path: string; hasFailed: boolean }

/** Says that the page at `path` cannot be shown, for example because its script did not arrive. What is around it stays. */
export class PageBoundary extends Component<Props, State> {
  override state = { path: this.props.path, hasFailed: false }

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true }
  }

  /** Another page is another try. */
  static getDerivedStateFromProps({ path }: Props, state: State): State | null {
    return path === state.path ? null : { path, hasFailed: false }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <main>
        <Empty
          icon="circle-alert"
          title={say('page.failed')}
          isPage
          action={
            <Button icon="rotate-ccw" onClick={() => location.reload()}>
              {say('page.reload')}
            </Button>
          }
        >
          {say('page.failedHint')}
        </Empty>
      </main>
    )
  }
}
