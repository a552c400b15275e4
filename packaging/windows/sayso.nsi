; The installer for Windows, of what packaging/windows_installer.py has gathered. That defines FILE,
; TREE, NAME (of the version's directory), VERSION, NUMBERS (four of them) and ICON.
;
;     sayso-setup.exe /S [/LOGIN=yes|no]    without a window
;     uninstall.exe /S
;
; It is for one person, and asks for no administrator. Each version has a directory of its own, so
; that one that runs is never written over; installation.py puts the new one in use.

Unicode true
Target amd64-unicode
ManifestSupportedOS Win10
ManifestDPIAware true
RequestExecutionLevel user
SetCompressor /SOLID lzma

!include "FileFunc.nsh"
!include "LogicLib.nsh"
!include "MUI2.nsh"
!include "Sections.nsh"
!include "TextFunc.nsh"
!include "WinMessages.nsh"

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\sayso"
!define RUN "Software\Microsoft\Windows\CurrentVersion\Run"
!define PYTHON_OPTIONS "-E -s -P"
!define FAILED 1 ; of installation.py, and of this program
!define PARTLY 2

Name "sayso"
OutFile "${FILE}"
InstallDir "$LOCALAPPDATA\Programs\sayso"
BrandingText "sayso ${VERSION}"
ShowInstDetails nevershow
ShowUninstDetails nevershow
VIProductVersion "${NUMBERS}"
VIAddVersionKey "ProductName" "sayso"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "FileDescription" "Installs sayso"
VIAddVersionKey "LegalCopyright" "MIT licence"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_COMPONENTSPAGE_NODESC
!define MUI_COMPONENTSPAGE_TEXT_COMPLIST " "
!define MUI_COMPONENTSPAGE_TEXT_TOP "sayso asks you before a program does something that needs your word. It is installed for you alone, in $INSTDIR. What was asked stays open during an upgrade."
!define MUI_FINISHPAGE_TITLE "sayso is installed"
!define MUI_FINISHPAGE_TEXT "The command sayso works in each terminal that is opened from now on. Try: sayso demo$\r$\n$\r$\nRemove it among Windows' installed apps."
!define MUI_UNCONFIRMPAGE_TEXT_TOP "What sayso has set up is undone: the start at login, sayso in agents' configurations, and its settings. Questions that are open are withdrawn. The log stays."

!define MUI_PAGE_HEADER_TEXT "Install sayso"
!define MUI_PAGE_HEADER_SUBTEXT "Programs ask you first."
!insertmacro MUI_PAGE_COMPONENTS
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

Var login ; "--login yes", "--login no", or nothing: as it was

!macro ALONE
    System::Call 'kernel32::CreateMutexW(p 0, i 0, w "Local\sayso-setup") p .r0 ?e'
    Pop $0
    ${If} $0 == 183 ; ERROR_ALREADY_EXISTS
        MessageBox MB_ICONSTOP|MB_OK "sayso is being installed or removed already." /SD IDOK
        SetErrorLevel ${FAILED}
        Quit
    ${EndIf}
!macroend

Section "sayso"
    SectionIn RO
    ${IfNot} ${Silent}
        Call TakeChoice
    ${EndIf}
    SetOutPath "$INSTDIR\versions\${NAME}"
    ${IfNot} ${FileExists} "$OUTDIR\whole"
        SetDetailsPrint none
        File /r "${TREE}\*"
        SetDetailsPrint both
        FileOpen $0 "$OUTDIR\whole" w
        FileClose $0
    ${EndIf}
    SetOutPath "$INSTDIR"
    DetailPrint "Putting this version in use"
    nsExec::ExecToStack '"$INSTDIR\versions\${NAME}\python.exe" ${PYTHON_OPTIONS} "$INSTDIR\versions\${NAME}\installation.py" adopt $login'
    Pop $0
    Pop $1
    ${If} $0 == ${PARTLY}
        MessageBox MB_ICONEXCLAMATION|MB_OK "sayso is installed, but not all was done.$\r$\n$\r$\n$1" /SD IDOK
        SetErrorLevel ${PARTLY}
    ${ElseIf} $0 != 0
        MessageBox MB_ICONSTOP|MB_OK "sayso could not be installed. What was there before is as it was.$\r$\n$\r$\n$1" /SD IDOK
        SetErrorLevel ${FAILED}
        Abort
    ${EndIf}

    WriteUninstaller "$INSTDIR\uninstall.exe"
    CreateShortCut "$SMPROGRAMS\sayso.lnk" "$INSTDIR\bin\saysow.exe"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "sayso"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
    WriteRegStr HKCU "${UNINSTALL}" "Publisher" "sayso"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\bin\sayso.exe"
    WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
    WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
    WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
    WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
    WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
    ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
    WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" $0
    SendMessage ${HWND_BROADCAST} ${WM_SETTINGCHANGE} 0 "STR:Environment" /TIMEOUT=5000
SectionEnd

Section "Start it when I log in" LOGIN
SectionEnd

; What the person has chosen, or the command line says. An upgrade without a word leaves it.
Function .onInit
    !insertmacro ALONE
    ReadRegStr $0 HKCU "${UNINSTALL}" "InstallLocation"
    ${If} $0 != ""
        StrCpy $INSTDIR $0
        ReadRegStr $1 HKCU "${RUN}" "sayso"
        ${If} $1 == ""
            SectionSetFlags ${LOGIN} 0
        ${EndIf}
    ${EndIf}
    ${If} ${Silent}
        ${If} $0 == ""
            StrCpy $login "--login yes"
        ${EndIf}
        ${GetParameters} $1
        ${GetOptions} $1 "/LOGIN=" $2
        ${IfNot} ${Errors}
            StrCpy $login "--login $2"
        ${EndIf}
    ${EndIf}
FunctionEnd

Function TakeChoice
    ${If} ${SectionIsSelected} ${LOGIN}
        StrCpy $login "--login yes"
    ${Else}
        StrCpy $login "--login no"
    ${EndIf}
FunctionEnd

Function un.onInit
    !insertmacro ALONE
FunctionEnd

Section "Uninstall"
    FileOpen $0 "$INSTDIR\current" r
    FileRead $0 $2
    FileClose $0
    ${un.TrimNewLines} $2 $2
    SetOutPath "$TEMP"
    nsExec::ExecToStack '"$INSTDIR\versions\$2\python.exe" ${PYTHON_OPTIONS} "$INSTDIR\versions\$2\installation.py" remove'
    Pop $0
    Pop $1
    ${If} $0 != 0
        MessageBox MB_ICONEXCLAMATION|MB_OK "sayso is removed, but not all that it has set up could be undone.$\r$\n$\r$\n$1" /SD IDOK
        SetErrorLevel ${PARTLY}
    ${EndIf}

    SetDetailsPrint none
    RMDir /r "$INSTDIR\bin"
    RMDir /r "$INSTDIR\versions"
    SetDetailsPrint both
    Delete "$INSTDIR\current"
    Delete "$INSTDIR\uninstall.exe"
    RMDir "$INSTDIR"
    Delete "$SMPROGRAMS\sayso.lnk"
    DeleteRegKey HKCU "${UNINSTALL}"
    SendMessage ${HWND_BROADCAST} ${WM_SETTINGCHANGE} 0 "STR:Environment" /TIMEOUT=5000
SectionEnd
