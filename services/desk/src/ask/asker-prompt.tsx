import type { Message, Question, Response } from '@askline/client'
import { awaitsVerdict } from '../conversation/awaits-verdict.ts'
import { FaultNotice } from '../conversation/fault-notice.tsx'
import { useDraft } from '../live/use-draft.ts'
import { useLive } from '../live/use-live.ts'
import { useMove } from '../live/use-move.ts'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/field.tsx'
import { cutEmptyLines } from '../words/cut-empty-lines.ts'
import { say } from '../words/shared-words.ts'
import { shownText } from '../words/shown-text.ts'
import styles from './asker-prompt.module.css'
import { RatingChoice } from './rating-choice.tsx'

type PromptProps = { question: Question; message: Message; response: Response | undefined }

/** Renders the asker's actions for a system message. Informational messages have none. */
export function AskerPrompt({ question, message, response }: PromptProps) {
  const { client } = useLive()
  const { run, busy, fault } = useMove()
  const [testimonial, write] = useDraft(`testimonial:${question.uuid}`)
  const answer = (name: string, move: () => Promise<unknown>) => ({
    onClick: () => void run(name, move),
    isBusy: busy === name,
  })

  const choices = () => {
    switch (message.type) {
      case 'AUTORESPONSE_MESSAGE': {
        if (!response || !awaitsVerdict(response) || question.state.isClosed) return null
        const confirm = (quickReply: 'ACCEPTED' | 'REJECTED') =>
          client.responses.confirmAutoResponse(response.uuid, { quickReply })
        return (
          <>
            <Button kind="primary" icon="check" {...answer('yes', () => confirm('ACCEPTED'))}>
              {say('prompt.automaticYes')}
            </Button>
            <Button icon="users" {...answer('no', () => confirm('REJECTED'))}>
              {say('prompt.automaticNo')}
            </Button>
          </>
        )
      }
      case 'ACCEPT_RESPONSE_SYSTEM_MESSAGE':
        return (
          response && (
            <Button kind="primary" icon="check" {...answer('accept', () => client.responses.accept(response.uuid))}>
              {say('prompt.accept')}
            </Button>
          )
        )
      case 'MARK_AS_RESOLVED_MESSAGE': {
        const review = (confirm: boolean) => client.questions.reviewMarkAsResolved(question.uuid, { confirm })
        return (
          <>
            <Button kind="primary" icon="check-check" {...answer('resolved', () => review(true))}>
              {say('prompt.resolvedYes')}
            </Button>
            <Button icon="undo-2" {...answer('unresolved', () => review(false))}>
              {say('prompt.resolvedNo')}
            </Button>
          </>
        )
      }
      case 'CUSTOMER_REROUTE_PROMPT_SYSTEM_MESSAGE':
        return (
          <Button kind="primary" icon="life-buoy" {...answer('reroute', () => client.questions.reroute(question.uuid))}>
            {say('prompt.reroute')}
          </Button>
        )
      case 'RATE_RESPONSE_SYSTEM_MESSAGE':
        return (
          response && (
            <RatingChoice
              values={question.ratingSystem.values}
              isBusy={busy === 'rate'}
              onChoose={(rating) => void run('rate', () => client.responses.rate(response.uuid, { rating }))}
            />
          )
        )
      case 'ADD_TESTIMONIAL_SYSTEM_MESSAGE':
        return (
          response && (
            <form
              className={styles['testimonial']}
              onSubmit={(event) => {
                event.preventDefault()
                const text = cutEmptyLines(testimonial)
                if (text)
                  void run('testimonial', () =>
                    client.responses.addTestimonial(response.uuid, { text }).then(() => write('')),
                  )
              }}
            >
              <TextArea
                label={say('prompt.testimonialLabel', { name: shownText(response.author.name) })}
                rows={2}
                value={testimonial}
                maxLength={10_000}
                onChange={(event) => write(event.currentTarget.value)}
              />
              <Button type="submit" isBusy={busy === 'testimonial'} disabled={testimonial.trim() === ''}>
                {say('prompt.testimonial')}
              </Button>
            </form>
          )
        )
      default:
        return null
    }
  }
  const shown = choices()
  if (!shown && !fault) return null
  return (
    <>
      <div className={styles['choices']}>{shown}</div>
      <FaultNotice fault={fault} />
    </>
  )
}
