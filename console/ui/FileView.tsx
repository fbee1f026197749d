// A file that the service has, shown where it is: fetched with the session, and given to the browser as its own.
import { useEffect, useState } from 'react'
import { Bones, Wrong } from './states.tsx'

/** `load` answers the file, and changes when another file is meant. */
export const FileView = ({ title, load }: { title: string; load: () => Promise<Blob> }) => {
  const [shown, setShown] = useState<{ url: string; isPicture: boolean } | null>(null)
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    let url: string | null = null
    let isGone = false
    setError(null)
    load().then(
      (file) => {
        if (isGone) return
        url = URL.createObjectURL(file)
        setShown({ url, isPicture: file.type.startsWith('image/') })
      },
      (thrown) => !isGone && setError(thrown),
    )
    return () => {
      isGone = true
      if (url) URL.revokeObjectURL(url)
    }
  }, [load])
  if (error) return <Wrong error={error} />
  if (!shown) return <Bones />
  return shown.isPicture ? (
    <img className="file-view" src={shown.url} alt={title} />
  ) : (
    <iframe className="file-view" src={shown.url} title={title} />
  )
}
