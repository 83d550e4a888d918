import { Component, type ReactNode } from 'react'
import { CopyId } from '../conversation/fault-notice.tsx'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { say } from '../words/shared-words.ts'
import { ownStorage } from './drafts.ts'

type Props = {
  /** Another path is another try. */
  path: string
  /** The children are a part of a page. Otherwise they are a whole one. */
  isPart?: boolean
  children: ReactNode
}
type State = { path: string; error: Error | undefined }

/**
 * Replaces children that cannot be rendered, for example because their script did not arrive. Says what is kept, and how to go
 * on. The elements around them stay.
 */
export class PageBoundary extends Component<Props, State> {
  override state: State = { path: this.props.path, error: undefined }

  static getDerivedStateFromError(error: Error): Partial<State> {
    return { error }
  }

  static getDerivedStateFromProps({ path }: Props, state: State): State | null {
    return path === state.path ? null : { path, error: undefined }
  }

  override render() {
    const { isPart = false, children } = this.props
    const { error } = this.state
    if (!error) return children
    const Place = isPart ? 'div' : 'main'
    return (
      <Place>
        <div role="alert">
          <Empty
            icon="circle-alert"
            title={say('page.failed')}
            isPage={!isPart}
            action={
              <>
                <Button icon="rotate-ccw" onClick={() => location.reload()}>
                  {say('page.reload')}
                </Button>
                <CopyId error={error} />
              </>
            }
          >
            {/* Without storage, a reload loses drafts. */}
            {ownStorage() && say('page.kept')}
          </Empty>
        </div>
      </Place>
    )
  }
}
