import { useCell, useLive } from '../live/use-live.ts'
import { classNames } from '../ui/class-names.ts'
import { useTitleNews } from '../ui/use-title.ts'
import { say } from './desk-words.ts'
import styles from './rail.module.css'

/** The most that a count in the rail shows. */
const most = 99
const short = (count: number) => (count > most ? `${most}+` : count)

/** The sizes of both groups of offered questions, beside their place in the rail and in the title of the window. */
export function OfferCounts({ isHere }: { isHere: boolean }) {
  const { own, open } = useCell(useLive().inbox('offered')).counts ?? { own: 0, open: 0 }
  const forYou = own > 0 ? [say('inbox.nForYou', { n: own })] : []
  const openToAll = open > 0 ? [say('inbox.nOpen', { n: open })] : []
  const news = isHere ? [...forYou, ...openToAll] : forYou
  useTitleNews(news.length > 0 ? news.join(', ') : undefined)
  return (
    <span className={styles['counts']}>
      {own > 0 && (
        <span className={styles['count']} aria-hidden="true">
          {short(own)}
        </span>
      )}
      {open > 0 && (
        <span className={classNames(styles['count'], styles['quiet'])} aria-hidden="true">
          {short(open)}
        </span>
      )}
      <span className="visually-hidden">{[...forYou, ...openToAll].join(', ')}</span>
    </span>
  )
}
