/**
 * Real-looking files for Q1 2027, each matched separately: `folder/name`, then the slot; `+ title` for the next
 * additional material with that title; `? slots` where an admin has to choose; `-` for no paper of the quarter.
 */
export const paperCases = `
2027 Q1/Agenda.pdf | agenda
2027 Q1/agenda.docx | agenda
2027 Q1/AGENDA FINAL.pdf | agenda
2027 Q1/Board Meeting Agenda Q1 2027.pdf | agenda
2027 Q1/01 - Agenda.pdf | agenda
2027 Q1/1. Board Agenda v3.docx | agenda
2027 Q1/Agenda_Q1_2027_v2.pdf | agenda
2027 Q1/Agenda (1).pdf | agenda
2027 Q1/Agneda.pdf | agenda
2027 Q1/Agena.pdf | agenda
2027 Q1/Agendas.pdf | agenda
2027/Q1/Agenda - Draft.docx | agenda
Board Meeting March 2027/Agenda.pdf | agenda
FY27 Q1/Agenda.pdf | agenda
Board papers/2027 Q1/Larkspur Board Agenda 2027-03-15.pdf | agenda
Board papers/Agenda March 15, 2027.pdf | agenda
Board papers/Agenda 3.15.27.pdf | agenda
Board papers/2027-03-15 Agenda.pdf | agenda
Board papers/20270315_Agenda.pdf | agenda
Board papers/Agenda 15 Mar 2027.pdf | agenda
Board papers/Order of Business Q1 2027.pdf | agenda
Board papers/Q1 2027 Annotated Agenda.pdf | agenda
2027 Q1/Consent Agenda Q1 2027.pdf | consent-agenda
2027 Q1/Consent Agenda.pdf | consent-agenda
2027 Q1/ConsentAgenda.pdf | consent-agenda
2027 Q1/consent_agenda_final_v3.pdf | consent-agenda
2027 Q1/CONSENT-AGENDA.PDF | consent-agenda
2027 Q1/Consnet Agenda.pdf | consent-agenda
2027 Q1/Consent Agneda.pdf | consent-agenda
2027 Q1/Consent Agend.docx | consent-agenda
2027 Q1/Concent Agenda.pdf | consent-agenda
2027 Q1/Consent Calendar.pdf | consent-agenda
2027 Q1/Consent Items.pdf | consent-agenda
2027 Q1/Consent.pdf | consent-agenda
2027 Q1/Board Consent Packet.pdf | consent-agenda
2027 Q1/Copy of Consent Agenda.pdf | consent-agenda
2027 Q1/Consent Agenda - Copy.pdf | consent-agenda
2027 Q1/02_Consent_Agenda_Q1-27.pdf | consent-agenda
Papers/ConsentAgendaQ1_2027.pdf | consent-agenda
Papers/Consent Agenda 1Q27.pdf | consent-agenda
Papers/Consent Agenda 1Q 2027.pdf | consent-agenda
Papers/Consent Agenda 27Q1.pdf | consent-agenda
Papers/2027Q1 Consent Agenda.pdf | consent-agenda
Papers/2027-Q1 Consent Agenda.pdf | consent-agenda
Papers/Consent Agenda Q1'27.pdf | consent-agenda
Papers/Consent Agenda Q1FY27.pdf | consent-agenda
Papers/Consent Agenda FY2027 Q1.pdf | consent-agenda
Papers/Consent Agenda (Q1 2027) rev 2.pdf | consent-agenda
Papers/Consent Agenda, First Quarter 2027.pdf | consent-agenda
Papers/Consent Agenda 1st Quarter 2027.pdf | consent-agenda
Papers/Consent Agenda 1st Qtr 2027.pdf | consent-agenda
Papers/Consent Agenda Quarter 1 2027.pdf | consent-agenda
Papers/Consent Agenda – Q1 2027.pdf | consent-agenda
Papers/Consent Agenda Q1 2027 2026-12-28.pdf | consent-agenda
Papers/Consent Agenda Q1.2027.pdf.pdf | consent-agenda
2027 Q1/Budget vs Actual.pdf | budget-vs-actual
2027 Q1/Budget vs. Actual.xlsx | budget-vs-actual
2027 Q1/Budget v Actual.pdf | budget-vs-actual
2027 Q1/Budget v. Actuals.pdf | budget-vs-actual
2027 Q1/Budget versus Actual.pdf | budget-vs-actual
2027 Q1/Budget to Actual.pdf | budget-vs-actual
2027 Q1/Budget-to-Actuals report.pdf | budget-vs-actual
2027 Q1/Budget against Actual.pdf | budget-vs-actual
2027 Q1/Budget and Actuals.pdf | budget-vs-actual
2027 Q1/Budget-Actual.pdf | budget-vs-actual
2027 Q1/Actual vs Budget.pdf | budget-vs-actual
2027 Q1/Actuals v Budget.pdf | budget-vs-actual
2027 Q1/BvA.pdf | budget-vs-actual
2027 Q1/BVA Q1 2027.pdf | budget-vs-actual
2027 Q1/B v A.pdf | budget-vs-actual
2027 Q1/B vs. A.pdf | budget-vs-actual
2027 Q1/bva_final.pdf | budget-vs-actual
2027 Q1/BudgetVsActual.pdf | budget-vs-actual
2027 Q1/budget_vs_actual_v4.pdf | budget-vs-actual
2027 Q1/Bugdet vs Actual.pdf | budget-vs-actual
2027 Q1/Budget vs Actaul.pdf | budget-vs-actual
2027 Q1/Budjet vs Actual.pdf | budget-vs-actual
2027 Q1/Budget vs Acual.pdf | budget-vs-actual
2027 Q1/Budget Variance Report.pdf | budget-vs-actual
2027 Q1/3. Budget vs Actual (PSS, Health, FJ).pdf | budget-vs-actual
Finance/BvA 2027 Q1.xlsx | budget-vs-actual
Finance/FY27 Q1 BvA.pdf | budget-vs-actual
Finance/Q1 FY27 Budget vs Actual.pdf | budget-vs-actual
Finance/2027/Q1/BvA FINAL FINAL.pdf | budget-vs-actual
2027 Q1/Spend-Down Model.xlsx | spend-down-model
2027 Q1/Spend Down Model.pdf | spend-down-model
2027 Q1/Spenddown Model.pdf | spend-down-model
2027 Q1/SpendDownModel.xlsx | spend-down-model
2027 Q1/spend_down_model_v12.xlsx | spend-down-model
2027 Q1/Spend-down Modle.pdf | spend-down-model
2027 Q1/Spendown Model.pdf | spend-down-model
2027 Q1/Spend Down Projections.pdf | spend-down-model
2027 Q1/Spend down forecast.xlsx | spend-down-model
2027 Q1/Spend-Down Scenarios.xlsx | spend-down-model
2027 Q1/SD Model.xlsx | spend-down-model
Finance/Spend-Down Model (March 2027).xlsx | spend-down-model
2027 Q1/Spenddown Overview.pdf | spenddown-overview
2027 Q1/Spend-Down Overview.pdf | spenddown-overview
2027 Q1/Spend Down Overview Q1.pdf | spenddown-overview
2027 Q1/SpenddownOverview_v2.pdf | spenddown-overview
2027 Q1/Spenddown Overveiw.pdf | spenddown-overview
2027 Q1/Spenddown Summary.pdf | spenddown-overview
2027 Q1/Overview of Spend-Down.pdf | spenddown-overview
2027 Q1/Overview of the Spend Down.pdf | spenddown-overview
2027 Q1/Spendown Overview.pdf | spenddown-overview
2027 Q1/Spend down.pdf | ? spend-down-model spenddown-overview
2027 Q1/Spenddown.pdf | ? spend-down-model spenddown-overview
2027 Q1/Spend-Down Model Overview.pdf | ? spend-down-model spenddown-overview
2027 Q1/Spend Down Update.pdf | ? spend-down-model spenddown-overview
2027 Q1/Cash Flow Summary.pdf | cash-flow-summary
2027 Q1/Cash Flow.pdf | cash-flow-summary
2027 Q1/Cashflow.xlsx | cash-flow-summary
2027 Q1/CashFlow Summary v2.pdf | cash-flow-summary
2027 Q1/cash-flow-summary.pdf | cash-flow-summary
2027 Q1/Cash Flows Q1 2027.pdf | cash-flow-summary
2027 Q1/Cash Flow Statement.pdf | cash-flow-summary
2027 Q1/Cash Flow Forecast.pdf | cash-flow-summary
2027 Q1/CF.pdf | cash-flow-summary
2027 Q1/CF Summary.pdf | cash-flow-summary
2027 Q1/CF Q1 2027.xlsx | cash-flow-summary
2027 Q1/CF Statement v2.pdf | cash-flow-summary
2027 Q1/Cash Summary.pdf | cash-flow-summary
2027 Q1/Summary of Cash Flows.pdf | cash-flow-summary
2027 Q1/Cash Folw Summary.pdf | cash-flow-summary
2027 Q1/Csh Flow Summary.pdf | cash-flow-summary
2027 Q1/Cash Flow Sumary.pdf | cash-flow-summary
Finance/Q1-2027 Cash Flow.pdf | cash-flow-summary
2027 Q1/Asset Summary.pdf | asset-summary
2027 Q1/Assets Summary.pdf | asset-summary
2027 Q1/AssetSummary_Q1.pdf | asset-summary
2027 Q1/Asset Sumary.pdf | asset-summary
2027 Q1/Aset Summary.pdf | asset-summary
2027 Q1/Assest Summary.pdf | asset-summary
2027 Q1/Summary of Assets.pdf | asset-summary
2027 Q1/Assets.xlsx | asset-summary
2027 Q1/Asset Overview.pdf | asset-summary
2027 Q1/Asset Report 03-31-2027.pdf | asset-summary
Finance/Asset Summary 2027 Q1 rev3.pdf | asset-summary
2027 Q1/Budget Update.pdf | budget-update
2027 Q1/Budget Updates Q1.pdf | budget-update
2027 Q1/BudgetUpdate.docx | budget-update
2027 Q1/Budget Updaet.pdf | budget-update
2027 Q1/Updated Budget.xlsx | budget-update
2027 Q1/Revised Budget.pdf | budget-update
2027 Q1/Budget Revision.pdf | budget-update
2027 Q1/Update on the Budget.pdf | budget-update
2027 Q1/2027 Budget Update.pdf | budget-update
Finance/Budget Update - Q1 2027 (clean).docx | budget-update
2027 Q1/Budget.pdf | ? budget-vs-actual budget-update
2027 Q1/Budget Report.pdf | ? budget-vs-actual budget-update
2027 Q1/Meeting Data.csv | airtable-data
2027 Q1/Board Meeting Data.pdf | airtable-data
2027 Q1/Airtable export.csv | airtable-data
2027 Q1/Airtable Data.pdf | airtable-data
2027 Q1/Additional Material 2.pdf | additional-material-2
2027 Q1/Additional Material 3 - Grants Docket.pdf | additional-material-3 Grants Docket
2027 Q1/Additional Materials 5 Site Visit Notes.pdf | additional-material-5 Site Visit Notes
2027 Q1/Grants Docket.pdf | + Grants Docket
2027 Q1/Grants Docket Q1 2027.pdf | + Grants Docket
2027 Q1/Grants_Docket_v3.pdf | + Grants Docket
2027 Q1/Grants Docket FINAL (1).pdf | + Grants Docket
2027 Q1/04 - Grants Docket - 2027-02-20.pdf | + Grants Docket
2027 Q1/Copy of Grants Docket.docx | + Grants Docket
2027 Q1/Finance Committee Report - Q1 2027.pdf | + Finance Committee Report
2027 Q1/Finance Committee Agenda.pdf | + Finance Committee Agenda
2027 Q1/Agenda Item 4 Memo.pdf | + Agenda Item 4 Memo
2027 Q1/Program Review (Q1 2027).pdf | + Program Review
2027 Q1/Program Review, March 2027.pdf | + Program Review
2027 Q1/Draft Minutes.pdf | + Draft Minutes
2027 Q1/Executive Director's Report.pdf | + Executive Director's Report
2027 Q1/Executive Director’s Report – draft.docx | + Executive Director’s Report
2027 Q1/St. Mary's Site Visit.pdf | + St. Mary's Site Visit
2027 Q1/Asset Allocation Policy.pdf | + Asset Allocation Policy
2027 Q1/Bylaws Amendment.pdf | + Bylaws Amendment
2027 Q1/CF Partnership Memo.pdf | + CF Partnership Memo
2027 Q1/Investment Performance (1Q27) v2.pdf | + Investment Performance
2027 Q1/Évaluation des programmes.pdf | + Évaluation des programmes
2027 Q1/McKinsey Study.pdf | + McKinsey Study
2027 Q1/Grant Proposal – River Trust & Partners.pdf | + Grant Proposal – River Trust & Partners
2027/Q1/Program Officers/Health Update.pdf | + Health Update
Board Meeting March 2027/Grants Docket.pdf | + Grants Docket
Papers/Special Report Q1 2027.pdf | + Special Report
Papers/2027 Q1 Endowment Letter.pdf | + Endowment Letter
FY27 Q1/Audit Letter Draft.docx | + Audit Letter
FY2027/Q1/Audit Letter.pdf | + Audit Letter
Q1 2027/Letter to Trustees 01-15-2027.pdf | + Letter to Trustees
1Q27/Letter to Trustees.pdf | + Letter to Trustees
2027 Q1 Board Book/Board Book.pdf | + Board Book
2027_Q1/Consent Agenda.pdf | consent-agenda
2027-Q1/Consent Agenda.pdf | consent-agenda
Q1-2027/Consent Agenda.pdf | consent-agenda
2027/Quarter 1/Consent Agenda.pdf | consent-agenda
2027/First Quarter/Consent Agenda.pdf | consent-agenda
Board/2027/03 - March Meeting/Consent Agenda.pdf | consent-agenda
Board/2027-03 Board Meeting/Consent Agenda.pdf | consent-agenda
Board/March 15 2027/Consent Agenda.pdf | consent-agenda
Board/Meeting of February 12, 2027/Cash Flow.pdf | cash-flow-summary
Board/Jan 2027/BvA.pdf | budget-vs-actual
2026 Q4/Carried over/2027 Q1/Asset Summary.pdf | asset-summary
2026 Q4/Consent Agenda Q1 2027.pdf | ? consent-agenda
2027 Q1/2026 Q4/Consent Agenda.pdf | -
2027 Q1/Consent Agenda 2026-12-20.pdf | ? consent-agenda
2027 Q1/2026 Budget Update.pdf | ? budget-update
2027/Consent Agenda.pdf | ? consent-agenda
Board papers/Consent Agenda 2027.pdf | ? consent-agenda
Board papers/Consent Agenda Q1.pdf | ? consent-agenda
Q1/Consent Agenda.pdf | ? consent-agenda
Board papers/Consent Agenda March.pdf | ? consent-agenda
Board papers/Cash Flow Q4 2026 - Q1 2027.pdf | ? cash-flow-summary
Board papers/Cash Flow Q1-Q2 2027.pdf | ? cash-flow-summary
2026-2027/Q1/Cash Flow.pdf | ? cash-flow-summary
2027 Q1/Archive/Consent Agenda.pdf | ? consent-agenda
2027 Q1/Old/BvA.pdf | ? budget-vs-actual
2027 Q1/Agenda and Consent Agenda.pdf | ? agenda consent-agenda
2027 Q1/Cash Flow and Asset Summary.pdf | ? cash-flow-summary asset-summary
2027 Q1/Agenda + BvA.pdf | ? agenda budget-vs-actual
Board papers/Consent Agenda Q2 2027.pdf | -
Board papers/Consent Agenda Q1 2026.pdf | -
Board papers/Consent Agenda Q1 2028.pdf | -
Board papers/Consent Agenda 4Q26.pdf | -
Board papers/Consent Agenda FY26 Q1.pdf | -
2027 Q1/Consent Agenda Q4 2026.pdf | -
2027 Q1/Minutes Q4 2026.pdf | -
2027 Q1/Cash Flow Q3.pdf | -
2027 Q1/Cash Flow 2nd Quarter.pdf | -
2026 Q4/Consent Agenda.pdf | -
2026/Q1/Consent Agenda.pdf | -
2027/Q2/Consent Agenda.pdf | -
Q3/Consent Agenda 2027.pdf | -
Board Meeting December 2026/Consent Agenda.pdf | -
Board Meeting June 2027/BvA.pdf | -
Board papers/Consent Agenda June 2027.pdf | -
Board papers/Consent Agenda 2026-12-14.pdf | -
Board papers/Consent Agenda 2026.pdf | -
Board papers/Consent Agenda.pdf | -
Consent Agenda.pdf | -
Board papers/Grants Docket.pdf | -
2027/Grants Docket.pdf | -
2027 Q1/Archive/Grants Docket.pdf | -
2027 Q1/Agenda Template.docx | -
2027 Q1/Sample Consent Agenda.pdf | -
2027 Q1/~$Consent Agenda.docx | -
2027 Q1/.DS_Store | -
2027 Q1/Bylaws.pdf | -
2027 Q1/Travel & Expense Policy.pdf | -
2027 Q1/Travel and Expense Policy.pdf | -
2027 Q1/Spenddown Talking Points.pdf | -
2027 Q1/Mission Vision Values.pdf | -
2027 Q1/Budget Overview.pdf | -
2027 Q1/2027.pdf | -
2027 Q1/v2.pdf | -
Policies/Bylaws.pdf | -
Photos/Summer retreat.pdf | -
2027 Q1/Annual Audit 2026.pdf | ? additional-material-1 additional-material-2 additional-material-3 additional-material-4 additional-material-5
2027 Q1/Board Meeting Minutes 12.10.26.pdf | ? additional-material-1 additional-material-2 additional-material-3 additional-material-4 additional-material-5
2027 Q1/Grants 2027-2030 plan.pdf | + Grants 2027-2030 plan
2027 Q1/12-Month Plan.pdf | + 12-Month Plan
2027 Q1/Consent Agenda Attachment A.pdf | + Consent Agenda Attachment A
2027 Q1/Meeting Date.pdf | + Meeting Date
2027 Q1/Marketing plan.pdf | + Marketing plan
2027 Q1/Mar 15 Agenda.pdf | agenda
2027 Q1/Cash Flow & Spend Down.pdf | ? cash-flow-summary spend-down-model spenddown-overview
2027 Q1/Asset Summary 12.31.26.pdf | ? asset-summary
2027 Q1/01-CF.pdf | cash-flow-summary
Q1 2027 - Board (March 11)/BVA_FINAL_v2 (003).pdf | budget-vs-actual
`
