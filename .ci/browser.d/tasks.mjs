// What a visitor wants, done by a browser 390 px wide without scripts, each in at most three steps
// from a home page. A step follows a link by its visible name or sends a form.
import { open, at, fail, done, patience } from './browser.mjs'

const { browser, close } = await open()

/** a visitor of a brand, who starts at its home page */
class Visitor {
	steps = 0
	static async of(brand) {
		const context = await browser.newContext({
			viewport: { width: 390, height: 844 },
			javaScriptEnabled: false,
			locale: 'pt-BR',
		})
		context.setDefaultTimeout(patience)
		const visitor = new Visitor()
		visitor.page = await context.newPage()
		await visitor.page.goto(at(brand, '/'))
		return visitor
	}
	/** the first visible link of that name, or an error that lists what links there are */
	async link(name) {
		const links = this.page.getByRole('link', { name })
		for (const link of await links.all()) if (await link.isVisible()) return link
		const names = (await this.page.getByRole('link').allInnerTexts())
			.map(t => t.trim())
			.filter(Boolean)
		throw new Error(`no link ${name} at ${this.page.url()}; there is ${names.join(' | ')}`)
	}
	/** follows a link to a page */
	async follow(name) {
		const link = await this.link(name)
		this.steps++
		await Promise.all([this.page.waitForLoadState('load'), link.click()])
	}
	/** takes a link to something that is not a page, as a browser that saves it does */
	async take(name) {
		const address = await (await this.link(name)).getAttribute('href')
		this.steps++
		return fetch(new URL(address.replace(/^webcal:/, 'http:'), this.page.url()))
	}
	/** sends the search form with these words */
	async search(words) {
		this.steps++
		await this.page.getByRole('searchbox').fill(words)
		await this.page.getByRole('search').getByRole('button').first().click()
		await this.page.waitForLoadState('load')
	}
	/** ticks a box of the search form and sends it */
	async only(name) {
		this.steps++
		const box = this.page.getByRole('checkbox', { name })
		if (!(await box.isVisible())) {
			this.steps++
			await this.page.locator('.narrow summary').click()
		}
		await box.check()
		await this.page.getByRole('search').getByRole('button').first().click()
		await this.page.waitForLoadState('load')
	}
	/** the events that are listed, as name, first day and text */
	cards() {
		return this.page.locator('.card').evaluateAll(cards =>
			cards.map(card => ({
				name: card.querySelector('h3').textContent,
				// with what the heading of a page says, which a card leaves out there
				text: card.innerText + ' ' + card.textContent,
				day: card.querySelector('time')?.getAttribute('datetime')?.slice(0, 10),
			}))
		)
	}
}

const must = (holds, what) => {
	if (!holds) throw new Error(what)
}
/** there are events, and all of them are so */
const all = (cards, so, what) => must(cards.length > 0 && cards.every(so), what)

const amount = text => Number(text.replaceAll('.', '').replace(',', '.'))

const tasks = {
	async 'what is on at a place, by its words'() {
		const visitor = await Visitor.of('palco')
		await visitor.search('samba rio de janeiro')
		const cards = await visitor.cards()
		all(cards, card => card.text.includes('Rio de Janeiro'), 'events of Rio de Janeiro only')
		return visitor
	},
	async 'what is on in Recife, by its link'() {
		const visitor = await Visitor.of('palco')
		await visitor.follow(/^Recife/)
		const cards = await visitor.cards()
		all(cards, card => card.text.includes('Recife'), 'events of Recife only')
		return visitor
	},
	async 'tonight in Recife'() {
		const visitor = await Visitor.of('hard')
		await visitor.search('hoje à noite em recife')
		const cards = await visitor.cards()
		all(cards, card => card.text.includes('Recife'), 'events of Recife only')
		all(cards, card => card.day === '2026-11-20' && /20h/.test(card.text), 'this evening')
		return visitor
	},
	async 'tonight in Recife: nothing, so what comes next there in the evening'() {
		const visitor = await Visitor.of('palco')
		await visitor.search('hoje à noite em recife')
		const said = await visitor.page.locator('main').innerText()
		must(/Nenhum evento encontrado[^]*Recife[^]*à noite/.test(said), 'what was not found')
		const cards = await visitor.cards()
		all(cards, card => card.text.includes('Recife'), 'events of Recife only')
		return visitor
	},
	async 'what is free for children on Saturday'() {
		const visitor = await Visitor.of('virada')
		await visitor.search('grátis para crianças no sábado')
		const cards = await visitor.cards()
		all(cards, card => card.text.includes('Grátis'), 'free events only')
		all(cards, card => card.day === '2026-05-23', 'events of that day')
		return visitor
	},
	async 'jazz this weekend for at most R$ 60'() {
		const visitor = await Visitor.of('palco')
		await visitor.search('jazz neste fim de semana até 60 reais')
		const cards = await visitor.cards()
		all(cards, card => ['2026-11-21', '2026-11-22'].includes(card.day), 'that weekend')
		all(cards, card => amount(card.text.match(/R\$\s*([\d.,]+)/)[1]) <= 60, 'R$ 60 at most')
		return visitor
	},
	async 'JavaScript in Germany in October'() {
		const visitor = await Visitor.of('confs')
		await visitor.search('javascript germany october')
		const cards = await visitor.cards()
		all(cards, card => card.text.includes('Germany'), 'events of Germany only')
		all(cards, card => card.day.startsWith('2026-10'), 'events of October')
		return visitor
	},
	async 'an exhibition that is open on Sunday near a museum'() {
		const visitor = await Visitor.of('hard')
		await visitor.search('exposição aberta no domingo perto da Casa das Rosas')
		const cards = await visitor.cards()
		must(
			cards.some(card => card.name === 'Exposição de cordéis'),
			'what is open that day'
		)
		all(cards, card => card.name.startsWith('Exposição'), 'exhibitions only')
		all(cards, card => card.text.includes('Casa das Rosas'), 'events of that museum')
		return visitor
	},
	async 'an exhibition on Sunday near the Louvre: none, so those of other places'() {
		const visitor = await Visitor.of('paris')
		await visitor.search('exposition dimanche près du Louvre')
		await visitor.follow(/^Sans Lieu/)
		must((await visitor.cards()).length > 0, 'exhibitions')
		const filters = await visitor.page.locator('.chips.on').innerText()
		must(filters.includes('exposition') && filters.includes('11 mai'), `not ${filters}`)
		return visitor
	},
	async 'an event whose name is badly remembered'() {
		const visitor = await Visitor.of('palco')
		await visitor.search('giselle pontal')
		const cards = await visitor.cards()
		all(cards, card => card.name.startsWith('Gisele Pontual'), 'events of Gisele Pontual only')
		return visitor
	},
	async 'what two tickets cost with the fee'() {
		const visitor = await Visitor.of('palco')
		await visitor.follow(/^Boto Cantor/)
		const row = visitor.page.locator('.seats tbody tr').first()
		const [price, fee, total] = (await row.locator('td').allInnerTexts()).map(amount)
		must(fee > 0 && Math.abs(2 * (price + fee) - 2 * total) < 0.005, 'the sum of both tickets')
		return visitor
	},
	async 'buy a ticket'() {
		const visitor = await Visitor.of('palco')
		await visitor.follow(/^Boto Cantor/)
		const buy = await visitor.link('Comprar ingresso')
		const { y, height } = await buy.boundingBox()
		must(y + height <= 844, `the link lies at ${y}`)
		visitor.steps++
		must(/^https:/.test(await buy.getAttribute('href')), 'a page of the seller')
		return visitor
	},
	async 'a link to an event that was cancelled since'() {
		const visitor = await Visitor.of('hard')
		visitor.steps++
		await visitor.page.goto(at('hard', '/eventos/cancelado'))
		const bar = await visitor.page.getByText('Evento cancelado').boundingBox()
		const title = await visitor.page.locator('h1').boundingBox()
		must(bar.y < title.y && title.y < 844, 'the notice above the name')
		must((await visitor.page.getByText('Comprar ingresso').count()) === 0, 'nothing to buy')
		await visitor.follow(/^(Ver e|E)ventos em São Paulo/)
		must((await visitor.cards()).length > 0, 'other events of the city')
		return visitor
	},
	async 'another date of an event, from its page'() {
		const visitor = await Visitor.of('palco')
		await visitor.follow(/^Roda da Dona Zefinha/)
		const here = visitor.page.url()
		const name = await visitor.page.locator('h1').innerText()
		visitor.steps++
		await visitor.page.locator('section[aria-labelledby="datas"] a').first().click()
		await visitor.page.waitForURL(address => address.href !== here)
		must((await visitor.page.locator('h1').innerText()) === name, `another date of ${name}`)
		return visitor
	},
	async 'follow an organiser'() {
		const visitor = await Visitor.of('palco')
		await visitor.follow(/^Casa Jatobá/)
		visitor.steps++
		await visitor.page.locator('.take summary').first().click()
		const calendar = await visitor.take('Assinar o calendário')
		must((await calendar.text()).includes('Casa Jatobá'), 'the events of the organiser')
		return visitor
	},
	async 'what is on today'() {
		const visitor = await Visitor.of('virada')
		await visitor.follow('Hoje')
		must(
			visitor.page.url().endsWith('/agenda/2026-05-23'),
			`the day by the clock of the brand, not ${visitor.page.url()}`
		)
		const day = await visitor.page.locator('main').innerText()
		must(
			day.includes('23 de maio de 2026') && day.includes('Itaú Cultural'),
			'the day, and what is on where'
		)
		return visitor
	},
	async 'what is on tonight, by its words'() {
		const visitor = await Visitor.of('virada')
		await visitor.search('hoje à noite')
		const cards = await visitor.cards()
		all(cards, card => card.day === '2026-05-23', 'events of that day')
		all(cards, card => /(18|19|2\d)h/.test(card.text), 'events from 18h on')
		return visitor
	},
	async 'what is on in one city this weekend'() {
		const visitor = await Visitor.of('palco')
		await visitor.follow('Cidades')
		await visitor.follow(/^Curitiba/)
		await visitor.follow('Fim de semana')
		const cards = await visitor.cards()
		all(cards, card => card.text.includes('Curitiba'), 'events of Curitiba only')
		all(
			cards,
			card => ['2026-11-21', '2026-11-22'].includes(card.day),
			'events of that weekend'
		)
		return visitor
	},
	async 'what is free this weekend'() {
		const visitor = await Visitor.of('virada')
		await visitor.follow('Fim de semana')
		await visitor.only('Grátis')
		const cards = await visitor.cards()
		all(cards, card => card.text.includes('Grátis'), 'free events only')
		all(
			cards,
			card => ['2026-05-23', '2026-05-24'].includes(card.day),
			'events of that weekend'
		)
		return visitor
	},
	async 'what is on at one venue, by its link'() {
		const visitor = await Visitor.of('palco')
		await visitor.follow('Locais')
		await visitor.follow(/^Teatro Lume/)
		const cards = await visitor.cards()
		all(cards, card => card.text.includes('Teatro Lume'), 'events of Teatro Lume only')
		return visitor
	},
	async 'what is on at one venue in December'() {
		const visitor = await Visitor.of('palco')
		await visitor.search('teatro lume em dezembro')
		const cards = await visitor.cards()
		all(cards, card => card.text.includes('Teatro Lume'), 'events of Teatro Lume only')
		all(cards, card => card.day.startsWith('2026-12'), 'events of December')
		return visitor
	},
	async 'the other dates of an event'() {
		const visitor = await Visitor.of('palco')
		const card = (await visitor.cards()).find(card => /^mais \d+ data/m.test(card.text))
		must(card, 'an event with more dates on the home page')
		await visitor.follow(/^mais \d+ data/)
		const dates = await visitor.cards()
		must(
			dates.length > 1 && dates.every(date => date.name === card.name),
			`dates of ${card.name} only`
		)
		must(new Set(dates.map(date => date.day)).size > 1, 'several days')
		return visitor
	},
	async 'what is on one day in December'() {
		const visitor = await Visitor.of('palco')
		await visitor.follow('Agenda')
		await visitor.follow(/^s.b.* 5 dez/i)
		const cards = await visitor.cards()
		must(
			cards.some(card => card.text.includes('Teatro Lume')),
			'the events of Teatro Lume'
		)
		// A card of a day has its hour, and no date of its own.
		must(visitor.page.url().endsWith('/2026-12-05'), 'the page of that day')
		return visitor
	},
	async "print Saturday's programme"() {
		const visitor = await Visitor.of('palco')
		await visitor.follow(/^s.b.* 28 nov/i)
		const { length } = await visitor.cards()
		must(length > 0, 'events on the screen')
		await visitor.page.emulateMedia({ media: 'print' })
		must(
			(await visitor.page.locator('button:visible, .btn:visible, form:visible').count()) ===
				0,
			'no button on paper'
		)
		must(
			(await visitor.page.locator('.card h3:visible').count()) === length,
			'every event on paper'
		)
		const pages = (await visitor.page.pdf({ format: 'A4' }))
			.toString('latin1')
			.match(/\/Type\s*\/Page\b/g).length
		must(pages === 1, `${length} events on ${pages} pages`)
		return visitor
	},
	async "print Saturday's programme of a festival"() {
		const visitor = await Visitor.of('virada')
		await visitor.follow('Hoje')
		await visitor.follow(/^18h/)
		must(
			await visitor.page
				.locator('#h18')
				.evaluate(h => Math.abs(h.getBoundingClientRect().top) < 200),
			'the hour in sight'
		)
		const count = await visitor.page.locator('.lines li:visible').count()
		must(count > 100, `${count} events on the screen`)
		await visitor.page.emulateMedia({ media: 'print' })
		must(
			(await visitor.page.locator('.lines li:visible').count()) === count,
			'every event on paper'
		)
		const pages = (await visitor.page.pdf({ format: 'A4' }))
			.toString('latin1')
			.match(/\/Type\s*\/Page\b/g).length
		must(count / pages >= 20, `${count} events on ${pages} pages`)
		return visitor
	},
	async 'a picture that does not load leaves the poster'() {
		const visitor = await Visitor.of('palco')
		await visitor.page.route(/\/(assets|fotos)\/.*\.(jpg|webp)$/, route => route.abort())
		await visitor.follow(/^A Jiboia Vegetariana/)
		const poster = visitor.page.locator('.poster')
		const drawn = await poster.screenshot()
		must((await poster.locator('img').count()) > 0, 'an event with a picture')
		// Under a picture is its mean colour, which goes with it.
		await poster.locator('img, .back').evaluateAll(all => all.forEach(one => one.remove()))
		must(drawn.equals(await poster.screenshot()), 'the poster alone')
		return visitor
	},
	async 'put an event into a calendar'() {
		const visitor = await Visitor.of('palco')
		await visitor.follow(/^Boto Cantor/)
		await visitor.page.locator('summary', { hasText: 'Calendário' }).click()
		const calendar = await visitor.take(/\.ics|Arquivo do calendário/)
		must(calendar.headers.get('content-type').startsWith('text/calendar'), 'text/calendar')
		must((await calendar.text()).includes('SUMMARY:Boto Cantor'), 'the event in the calendar')
		return visitor
	},
	async 'follow what a search finds in a calendar'() {
		const visitor = await Visitor.of('palco')
		await visitor.search('samba')
		const names = (await visitor.cards()).map(card => card.name)
		const calendar = await visitor.take('Assinar o calendário')
		must(calendar.headers.get('content-type').startsWith('text/calendar'), 'text/calendar')
		const found = (await calendar.text()).match(/^SUMMARY:/gm).length
		must(
			names.length > 0 && found === names.length,
			`${names.length} events on the page, ${found} in the calendar`
		)
		return visitor
	},
	async 'send an event, and a picture shows'() {
		const visitor = await Visitor.of('palco')
		await visitor.follow(/^A Jiboia Vegetariana/)
		const picture = await visitor.page
			.locator('meta[property="og:image"]')
			.getAttribute('content')
		const answer = await visitor.page.goto(new URL(picture, visitor.page.url()).href)
		must(answer.headers()['content-type'].startsWith('image/'), `${picture} is a picture`)
		return visitor
	},
	async 'send an event without a picture, and a drawn one shows'() {
		const visitor = await Visitor.of('palco')
		await visitor.follow(/^Microfone Torto/)
		must(
			(await visitor.page.locator('.event img').count()) === 0,
			'an event without a picture of its own'
		)
		const picture = await visitor.page
			.locator('meta[property="og:image"]')
			.getAttribute('content')
		const answer = await visitor.page.goto(new URL(picture, visitor.page.url()).href)
		must(answer.headers()['content-type'] === 'image/png', `${picture} is a PNG`)
		return visitor
	},
	async 'print what a search finds, six events a page at least'() {
		const visitor = await Visitor.of('virada')
		await visitor.search('samba')
		const { length } = await visitor.cards()
		must(length === 20, `20 events on the screen, there are ${length}`)
		await visitor.page.emulateMedia({ media: 'print' })
		must(
			/samba/i.test(await visitor.page.locator('.state').innerText()),
			'the words of the search on paper'
		)
		must(
			(await visitor.page.locator('button:visible, .btn:visible, form:visible').count()) ===
				0,
			'no button on paper'
		)
		const pages = (await visitor.page.pdf({ format: 'A4' }))
			.toString('latin1')
			.match(/\/Type\s*\/Page\b/g).length
		must(length / pages >= 6, `${length} events on ${pages} pages`)
		return visitor
	},
	async 'put my events on my own site'() {
		const visitor = await Visitor.of('palco')
		await visitor.follow('Organizadores')
		await visitor.follow(/^Casa Jatobá/)
		await visitor.page.locator('details.embedding summary').click()
		visitor.steps++
		const snippet = await visitor.page.getByLabel('HTML para copiar').inputValue()
		const mine = 'http://casa-jatoba.example/'
		await visitor.page.route(mine, route =>
			route.fulfill({
				contentType: 'text/html',
				body: `<!DOCTYPE html><title>Casa</title>${snippet}`,
			})
		)
		await visitor.page.goto(mine)
		const frame = visitor.page.frameLocator('iframe')
		await frame.locator('.card').first().waitFor()
		must((await frame.locator('.card').count()) > 0, 'the events stand in the frame')
		const [opened] = await Promise.all([
			visitor.page.context().waitForEvent('page'),
			frame.locator('.card h3 a').first().click(),
		])
		await opened.waitForLoadState()
		must(
			new URL(opened.url()).pathname.startsWith('/eventos/'),
			'an event opens in a page of its own'
		)
		return visitor
	},
	async 'read a page in another language'() {
		const visitor = await Visitor.of('hard')
		await visitor.search('festival de verão')
		await visitor.follow(/^Festival de Verão/)
		const here = visitor.page.url()
		await visitor.follow('English')
		must(
			(await visitor.page.locator('html').getAttribute('lang')) === 'en',
			'a page in English'
		)
		const back = visitor.page.locator('link[hreflang="pt-BR"]')
		must((await back.getAttribute('href')) === here, `the page leads back to ${here}`)
		return visitor
	},
	async 'see a ticket link without scrolling past 25 kinds of tickets'() {
		const visitor = await Visitor.of('hard')
		await visitor.search('festival de verão')
		await visitor.follow(/^Festival de Verão/)
		for (const [width, height] of [
			[390, 844],
			[1280, 800],
		]) {
			await visitor.page.setViewportSize({ width, height })
			const box = await visitor.page
				.getByRole('link', { name: 'Comprar ingresso' })
				.boundingBox()
			must(
				box.y + box.height <= height,
				`the link lies at ${box.y} of a window of ${width}x${height}`
			)
		}
		await visitor.page.setViewportSize({ width: 844, height: 390 })
		const title = await visitor.page.locator('h1').boundingBox()
		must(title.y + title.height < 390, `the name lies at ${title.y} on a phone held sideways`)
		const first = await visitor.page.locator('.seats').boundingBox()
		const buy = await visitor.page.getByRole('link', { name: 'Comprar ingresso' }).boundingBox()
		must(buy.y < first.y, 'the link goes before the prices in a low window')
		return visitor
	},
}

// Two visitors at a time: each waits for the browser most of the time.
const left = Object.entries(tasks)
const visit = async () => {
	for (let next = left.shift(); next; next = left.shift()) {
		const [name, task] = next
		try {
			const { steps, page } = await task()
			if (steps > 3) fail(name, `took ${steps} steps`)
			else console.log(`  ${steps} steps  ${name}`)
			await page.context().close()
		} catch (error) {
			fail(name, error.message)
		}
	}
}
await Promise.all([visit(), visit()])
await close()
done(`${Object.keys(tasks).length} tasks`)
