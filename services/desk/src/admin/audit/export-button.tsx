import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { say } from '../admin-words.ts'

/** Fetches the audit log as CSV and lets the browser save it. */
export function ExportButton({ fetchText }: { fetchText: () => Promise<string> }) {
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      saveAs('audit.csv', new Blob([await fetchText()], { type: 'text/csv' }))
    } catch {
      showToast(say('audit.exportFailed'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button isBusy={isBusy} onClick={() => void save()}>
      {say('audit.export')}
    </Button>
  )
}

function saveAs(name: string, file: Blob) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
