// A mail as another server brings it to a service.
import { createTransport, type SendMailOptions } from 'nodemailer'
import { listenForMail } from '#mail-in'
import { mailCallbacks } from '#programs/mail-callbacks'
import { pngFile } from '#support/samples/sample-files'
import type { Service } from '#support/service'

export const MAIL_DOMAIN = 'faktura.example.com'

/** A mail with a receipt. */
export const aMail: SendMailOptions = {
  from: 'faktura@papper.example',
  subject: 'Kvitto',
  text: 'Hej!',
  attachments: [{ filename: 'kvitto.png', content: pngFile() }],
}

/** Takes mails for this service until it is closed. */
export const listenOn = (service: Service, warn: (told: unknown) => void = () => {}, mayChange = async () => {}) =>
  listenForMail({
    database: service.usedDatabase,
    standing: service.standing,
    clock: service.now,
    host: '127.0.0.1',
    port: 0,
    domain: MAIL_DOMAIN,
    mayChange,
    callbacks: mailCallbacks,
    logger: { info: () => {}, warn },
  })

/** Brings one mail. */
export const bringMail = async (service: Service, mail: SendMailOptions): Promise<void> => {
  const listener = await listenOn(service)
  try {
    await createTransport({ host: '127.0.0.1', port: listener.port, ignoreTLS: true }).sendMail(mail)
  } finally {
    await listener.close()
  }
}
